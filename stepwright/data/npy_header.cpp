#include "stepwright/data/npy_header.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>
#include <system_error>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  NpyHeader header() {
    std::optional<std::string> descr;
    std::optional<bool> fortran_order;
    std::optional<Dimensions> shape;
    take('{');
    while (!next_is('}')) {
      const std::size_t start = at_;
      const std::string key = string();
      take(':');
      if (key == "descr") {
        descr = this->descr();
      } else if (key == "fortran_order") {
        fortran_order = boolean();
      } else if (key == "shape") {
        shape = tuple();
      } else {
        at_ = start;
        fail("the keys descr, fortran_order, shape");
      }
      if (!next_is('}')) take(',');
    }
    take('}');
    if (!descr || !fortran_order || !shape) fail("the keys descr, fortran_order and shape, all three");
    return {*descr, *fortran_order, *shape};
  }

 private:
  std::string descr() {
    if (next_is('[')) {
      throw UserError({.what = "the array is structured (its dtype has named fields)",
                       .expected = "a plain array",
                       .remedy = "save each field as an array of its own"});
    }
    return string();
  }

  std::string string() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t end = text_.find(quote, at_ + 1);
    if ((quote != '\'' && quote != '"') || end == std::string_view::npos) fail("a quoted string");
    const std::string result(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return result;
  }

  bool boolean() {
    skip_spaces();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return value;
    }
    fail("True or False");
  }

  Dimensions tuple() {
    Dimensions dimensions;
    take('(');
    while (!next_is(')')) {
      dimensions.push_back(integer());
      if (!next_is(')')) take(',');
    }
    take(')');
    return dimensions;
  }

  std::int64_t integer() {
    skip_spaces();
    std::int64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{} || value < 0) fail("a dimension");
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote its long integers so
    return value;
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool next_is(char c) {
    skip_spaces();
    return at_ < text_.size() && text_[at_] == c;
  }

  void take(char c) {
    if (!next_is(c)) fail(fmt::format("'{}'", c));
    ++at_;
  }

  [[noreturn]] void fail(const std::string& expected) const {
    throw UserError({.what = fmt::format("the .npy header is malformed at its character {}", at_),
                     .expected = expected,
                     .found = fmt::format("{}", text_.substr(0, 200))});
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text) {
  return Scanner(text).header();
}

std::string to_string(const NpyHeader& header) {
  const std::string shape =
      fmt::format("({}{})", fmt::join(header.shape, ", "), header.shape.size() == 1 ? "," : "");
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", header.descr,
                     header.fortran_order ? "True" : "False", shape);
}

}  // namespace stepwright
