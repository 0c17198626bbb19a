#pragma once

// What almost every operation's file needs.
//
// Gradients need other operations, in circles. So that any file can be included first, a file includes those
// of other operations below its own struct and builders, and defines there what needs them. Only an operation
// that no other one's file includes may do so above.

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
