#include "stepwright/ir/text/token_reader.h"

#include <fmt/format.h>

#include <charconv>

#include "stepwright/ir/text/characters.h"

namespace stepwright {

Token TokenReader::next() {
  last_ = token_;
  token_ = lexer_.next();
  return last_;
}

Token TokenReader::peek_after() const {
  Lexer ahead = lexer_;
  return ahead.next();
}

void TokenReader::seek(std::size_t offset) {
  lexer_.seek(offset);
  token_ = lexer_.next();
}

bool TokenReader::accept(std::string_view text) {
  if (!token_.is(text) || token_.is(TokenKind::end)) return false;
  next();
  return true;
}

bool TokenReader::accept(TokenKind kind) {
  if (!token_.is(kind)) return false;
  next();
  return true;
}

Token TokenReader::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("`{}` is missing", text), fmt::format("`{}`", text));
  return last_;
}

Token TokenReader::expect(TokenKind kind, std::string_view name) {
  if (!token_.is(kind)) fail(fmt::format("{} is missing", name), name);
  return next();
}

std::int64_t TokenReader::integer() {
  const std::size_t start = token_.offset;
  const bool negative = accept("-");
  const Token token = expect(TokenKind::integer, "an integer");
  const bool hexadecimal = token.text.starts_with("0x");
  // The sign stands before the digits that from_chars reads.
  const std::string digits = (negative ? "-" : "") + std::string(token.text.substr(hexadecimal ? 2 : 0));
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc{}) {
    fail_at(start, "the integer does not fit 64 bits", {}, shown(token));
  }
  return value;
}

std::string TokenReader::string() {
  return unescaped(expect(TokenKind::string, "a quoted string"));
}

std::string TokenReader::symbol() {
  const Token token = expect(TokenKind::symbol, "a symbol, `@name`,");
  if (token.text.starts_with("@\"")) return unescaped(token);
  return std::string(token.text.substr(1));
}

std::string TokenReader::unescaped(Token string) {
  const std::string_view inside =
      string.text.substr(string.text.find('"') + 1, string.text.size() - string.text.find('"') - 2);
  std::string result;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] != '\\') {
      result += inside[at];
      continue;
    }
    const std::string_view escape = inside.substr(at + 1, 2);
    if (escape.size() == 2 && is_hex_digit(escape[0]) && is_hex_digit(escape[1])) {
      unsigned byte = 0;
      std::from_chars(escape.data(), escape.data() + 2, byte, 16);
      result += static_cast<char>(byte);
      at += 2;
      continue;
    }
    const std::size_t known = std::string_view("nt\"\\").find(escape.empty() ? '\0' : escape[0]);
    if (known == std::string_view::npos) {
      fail_at(string.offset, "unknown escape in a string", "`\\n`, `\\t`, `\\\"`, `\\\\` or two hex digits",
              fmt::format("`\\{}`", escape.substr(0, 1)));
    }
    result += "\n\t\"\\"[known];
    ++at;
  }
  return result;
}

std::string_view TokenReader::balanced() {
  const std::size_t start = token_.offset;
  std::string closers;
  std::size_t end = start;
  do {
    if (token_.is(TokenKind::end)) {
      fail_at(start, "a bracket is never closed", fmt::format("`{}`", closers.back()), shown(token_));
    }
    constexpr std::string_view opening = "<([{";
    constexpr std::string_view closing = ">)]}";
    if (token_.is(TokenKind::punctuation) && token_.text.size() == 1) {
      const std::size_t open = opening.find(token_.text[0]);
      if (open != std::string_view::npos) {
        closers += closing[open];
      } else if (closing.find(token_.text[0]) != std::string_view::npos) {
        if (closers.back() != token_.text[0]) {
          fail("a bracket does not match", fmt::format("`{}`", closers.back()));
        }
        closers.pop_back();
      }
    }
    end = next().end_offset();
  } while (!closers.empty());
  return source_.text().substr(start, end - start);
}

void TokenReader::skip_location() {
  if (!accept("loc")) return;
  if (!token_.is("(")) fail("a location has no text", "`(`");
  balanced();
}

TokenReader::Level::Level(TokenReader& reader) : reader_(reader) {
  if (reader.depth_ >= deepest_nesting) {
    reader.fail_at(reader.token_.offset, "the text nests too deeply",
                   fmt::format("at most {} levels", deepest_nesting));
  }
  ++reader.depth_;
}

void TokenReader::fail(std::string_view what, std::string_view expected) const {
  fail_at(token_.offset, what, expected, shown(token_));
}

void TokenReader::fail_at(std::size_t offset, std::string_view what, std::string_view expected,
                          std::string_view found, std::string_view remedy) const {
  throw UserError({.what = std::string(what),
                   .where = source_.place(offset),
                   .expected = std::string(expected),
                   .found = std::string(found),
                   .remedy = std::string(remedy)});
}

}  // namespace stepwright
