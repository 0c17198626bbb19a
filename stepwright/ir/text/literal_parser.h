#pragma once

#include "stepwright/ir/literal.h"
#include "stepwright/ir/text/token_reader.h"

namespace stepwright {

// The bits of an integer or boolean element from its token (an integer, `true` or `false`); UserError with
// the token's place when it is no such element or does not fit.
std::uint64_t integer_bits(const TokenReader& reader, ElementType element, const Token& token, bool negative);

// The bits of a floating element: a decimal number with a point, or its bits in hexadecimal.
std::uint64_t floating_bits(const TokenReader& reader, ElementType element, const Token& token,
                            bool negative);

// `dense<[1.0, 2.0]> : tensor<2xf32>`, from `dense`.
Literal parse_literal(TokenReader& reader);

}  // namespace stepwright
