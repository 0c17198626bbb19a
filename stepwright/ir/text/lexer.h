#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/base/error.h"

namespace stepwright {

enum class TokenKind : std::uint8_t {
  bare_identifier,  // add, stablehlo.add
  value,            // %x
  symbol,           // @main, @"ma in"
  hash,             // #loc, #stablehlo.conv; also the #1 of %x#1
  exclamation,      // !quant.uniform
  block,            // ^bb0
  integer,          // 12, 0x1F
  floating,         // 1.5, 2.0e-3
  string,           // "text"
  punctuation,      // one character, or -> or ::
  end,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // with its prefix or quotes, as it stands in the source
  std::size_t offset = 0;

  bool is(TokenKind wanted) const { return kind == wanted; }
  bool is(std::string_view wanted) const { return kind != TokenKind::string && text == wanted; }
  std::size_t end_offset() const { return offset + text.size(); }
};

// "the end of the text", or "`text`": the token in an error.
std::string shown(const Token& token);

// A text and what it is called in errors; finds the line and column of an offset.
class SourceText {
 public:
  SourceText(std::string_view text, std::string_view name, std::size_t first_line)
      : text_(text), name_(name), first_line_(first_line) {}

  std::string_view text() const { return text_; }
  std::string place(std::size_t offset) const;  // "step.mlir:12:7"; lines and columns count from 1

 private:
  std::string_view text_;
  std::string name_;
  std::size_t first_line_;
};

// MLIR's tokens, one after another. Blanks and `//` comments are skipped.
class Lexer {
 public:
  explicit Lexer(const SourceText& source) : source_(source) {}

  // UserError for a string that does not end on its line.
  Token next();
  void seek(std::size_t offset) { at_ = offset; }

 private:
  void skip_blanks();
  Token token(TokenKind kind, std::size_t length);
  Token prefixed(TokenKind kind);
  Token number();
  Token string(TokenKind kind, std::size_t opening);
  char character(std::size_t offset) const {
    return offset < source_.text().size() ? source_.text()[offset] : '\0';
  }

  const SourceText& source_;
  std::size_t at_ = 0;
};

}  // namespace stepwright
