#pragma once

// What almost every operation's file needs.
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "stepwright/ir/codecs.h"
#include "stepwright/ir/constraint.h"
#include "stepwright/ir/operation.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ir/text/printer.h"
#include "stepwright/ops/evaluation.h"
#include "stepwright/ops/type_rules.h"
