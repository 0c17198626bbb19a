#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stepwright/ir/text/lexer.h"

namespace stepwright {

// How deep regions, lists, dictionaries and calls may nest in a text: far more than programs do, and little
// enough for any stack.
inline constexpr int deepest_nesting = 200;

// The tokens of a text with one of them in view; what every part of the parser reads with.
class TokenReader {
 public:
  explicit TokenReader(const SourceText& source) : source_(source), lexer_(source), token_(lexer_.next()) {}

  const SourceText& source() const { return source_; }
  const Token& peek() const { return token_; }
  Token peek_after() const;  // the token after the one in view
  Token next();
  // Goes on at another place of the text.
  void seek(std::size_t offset);
  // Where the token taken last starts.
  std::size_t last_offset() const { return last_.offset; }

  bool accept(std::string_view text);
  bool accept(TokenKind kind);
  Token expect(std::string_view text);
  Token expect(TokenKind kind, std::string_view name);
  // Whether the token in view follows the last one without a blank.
  bool touches_last() const { return token_.offset == last_.end_offset(); }

  std::int64_t integer();               // may be negative; must fit 64 bits
  std::string string();                 // "text", unescaped
  std::string symbol();                 // @name, without the @
  std::string unescaped(Token string);  // of a string token, or of a symbol token's quoted part

  // Takes a bracketed text, from its opening bracket to the one that matches it, and returns all of it.
  std::string_view balanced();
  // Skips `loc(…)` if it is next.
  void skip_location();

  // Counts one level of nesting while it lives.
  class Level {
   public:
    explicit Level(TokenReader& reader);
    ~Level() { --reader_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    TokenReader& reader_;
  };
  int depth() const { return depth_; }

  // A UserError at the token in view, which is what was found.
  [[noreturn]] void fail(std::string_view what, std::string_view expected) const;
  [[noreturn]] void fail_at(std::size_t offset, std::string_view what, std::string_view expected = {},
                            std::string_view found = {}, std::string_view remedy = {}) const;

 private:
  const SourceText& source_;
  Lexer lexer_;
  Token token_;
  Token last_;
  int depth_ = 0;
};

}  // namespace stepwright
