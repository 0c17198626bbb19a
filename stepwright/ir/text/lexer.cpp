#include "stepwright/ir/text/lexer.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/ir/text/characters.h"

namespace stepwright {

std::string shown(const Token& token) {
  constexpr std::size_t longest = 60;
  if (token.is(TokenKind::end)) return "the end of the text";
  if (token.text.size() <= longest) return fmt::format("`{}`", token.text);
  return fmt::format("`{}…`", token.text.substr(0, longest));
}

std::string SourceText::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column = before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1);
  return fmt::format("{}:{}:{}", name_, first_line_ + line, column + 1);
}

Token Lexer::token(TokenKind kind, std::size_t length) {
  const Token token{kind, source_.text().substr(at_, length), at_};
  at_ += length;
  return token;
}

void Lexer::skip_blanks() {
  const std::string_view text = source_.text();
  for (;;) {
    at_ = std::min(text.find_first_not_of(" \t\r\n", at_), text.size());
    if (character(at_) != '/' || character(at_ + 1) != '/') return;
    at_ = std::min(text.find('\n', at_), text.size());
  }
}

Token Lexer::next() {
  skip_blanks();
  if (at_ >= source_.text().size()) return token(TokenKind::end, 0);
  const char first = character(at_);
  if (is_letter(first) || first == '_') {
    std::size_t length = 1;
    while (continues_bare_identifier(character(at_ + length))) ++length;
    return token(TokenKind::bare_identifier, length);
  }
  if (is_digit(first)) return number();
  switch (first) {
    case '"':
      return string(TokenKind::string, 1);
    case '@':
      return character(at_ + 1) == '"' ? string(TokenKind::symbol, 2) : prefixed(TokenKind::symbol);
    case '%':
      return prefixed(TokenKind::value);
    case '#':
      return prefixed(TokenKind::hash);
    case '!':
      return prefixed(TokenKind::exclamation);
    case '^':
      return prefixed(TokenKind::block);
    default:
      const bool pair =
          (first == '-' && character(at_ + 1) == '>') || (first == ':' && character(at_ + 1) == ':');
      return token(TokenKind::punctuation, pair ? 2 : 1);
  }
}

// A suffix-id after its prefix: digits, or letters, digits and `$._-`.
Token Lexer::prefixed(TokenKind kind) {
  std::size_t length = 1;
  if (is_digit(character(at_ + 1))) {
    while (is_digit(character(at_ + length))) ++length;
  } else {
    while (continues_suffix_identifier(character(at_ + length))) ++length;
  }
  return token(length == 1 ? TokenKind::punctuation : kind, length);
}

Token Lexer::number() {
  std::size_t length = 1;
  if (character(at_) == '0' && character(at_ + 1) == 'x' && is_hex_digit(character(at_ + 2))) {
    length = 3;
    while (is_hex_digit(character(at_ + length))) ++length;
    return token(TokenKind::integer, length);
  }
  const auto skip_digits = [&] {
    while (is_digit(character(at_ + length))) ++length;
  };
  skip_digits();
  if (character(at_ + length) != '.') return token(TokenKind::integer, length);
  ++length;
  skip_digits();
  const char exponent = character(at_ + length);
  if (exponent == 'e' || exponent == 'E') {
    const char sign = character(at_ + length + 1);
    const std::size_t digits = length + (sign == '+' || sign == '-' ? 2 : 1);
    if (is_digit(character(at_ + digits))) {
      length = digits;
      skip_digits();
    }
  }
  return token(TokenKind::floating, length);
}

Token Lexer::string(TokenKind kind, std::size_t opening) {
  std::size_t length = opening;
  for (;; ++length) {
    const char c = character(at_ + length);
    if (c == '"') return token(kind, length + 1);
    if (c == '\\') {
      ++length;
      continue;
    }
    if (at_ + length >= source_.text().size() || c == '\n') {
      throw UserError({.what = "a string does not end on its line",
                       .where = source_.place(at_),
                       .expected = "a closing `\"`",
                       .found = {},
                       .remedy = {}});
    }
  }
}

}  // namespace stepwright
