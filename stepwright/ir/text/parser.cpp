#include "stepwright/ir/text/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/suggest.h"
#include "stepwright/ir/text/body_parser.h"
#include "stepwright/ir/text/type_parser.h"

namespace stepwright {

namespace {

// Reads a module; a function when its turn comes or when one before it calls it, whichever is first.
class ModuleParser final : public FunctionSource {
 public:
  ModuleParser(const SourceText& source, const OperationReaders& readers)
      : reader_(source), readers_(readers), attributes_(reader_, aliases_) {}

  Module read();
  const ReadFunction& called(const std::string& name, std::size_t offset) override;

 private:
  enum class State { unread, open, read };
  struct Entry {
    explicit Entry(std::size_t offset) : start(offset) {}

    std::size_t start;    // of `func.func`
    std::size_t end = 0;  // where the text goes on after it
    State state = State::unread;
    bool called = false;
    ReadFunction read;
  };

  void alias();
  void functions_until_end(bool in_module);
  void find_functions();
  const Entry& function();
  ReadFunction body_of(std::shared_ptr<Function> function, std::span<const Token> names,
                       std::span<const TensorType> results);
  std::vector<Token> arguments(Function& function);
  std::vector<TensorType> results(std::vector<AttributeDictionary>& attributes);
  AttributeDictionary optional_attributes();

  TokenReader reader_;
  const OperationReaders& readers_;
  AttributeAliases aliases_;
  AttributeParser attributes_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<const Entry*> order_;  // as in the text
  bool found_functions_ = false;
};

Module ModuleParser::read() {
  Module module;
  while (reader_.peek().is(TokenKind::hash)) alias();
  const bool in_module = reader_.accept("module") || reader_.accept("builtin.module");
  if (in_module) {
    if (reader_.peek().is(TokenKind::symbol)) module.name = reader_.symbol();
    if (reader_.accept("attributes")) module.attributes = attributes_.dictionary();
    reader_.expect("{");
  }
  functions_until_end(in_module);
  for (const Entry* entry : order_) {
    const bool inlined = entry->called && entry->read.function->visibility() == "private";
    if (!inlined) module.functions.push_back(entry->read.function);
  }
  return module;
}

// `#map = …`
void ModuleParser::alias() {
  const std::string name(reader_.next().text.substr(1));
  reader_.expect("=");
  aliases_.insert_or_assign(name, attributes_.attribute());
}

void ModuleParser::functions_until_end(bool in_module) {
  while (!(in_module && reader_.peek().is("}"))) {
    if (reader_.peek().is(TokenKind::hash)) {
      alias();
    } else if (reader_.peek().is(TokenKind::end) && !in_module) {
      return;
    } else {
      order_.push_back(&function());
      reader_.seek(order_.back()->end);
    }
  }
  reader_.expect("}");
  reader_.skip_location();
  while (reader_.peek().is(TokenKind::hash)) alias();
  if (!reader_.peek().is(TokenKind::end)) reader_.fail("the module has ended", "the end of the text");
}

// Notes where each function starts, for calls to functions that come later.
void ModuleParser::find_functions() {
  if (std::exchange(found_functions_, true)) return;
  const std::size_t here = reader_.peek().offset;
  reader_.seek(0);
  while (!reader_.peek().is(TokenKind::end)) {
    const Token token = reader_.next();
    if (!token.is("func.func")) continue;
    if (reader_.peek().is("private") || reader_.peek().is("public")) reader_.next();
    // The first of a name; a second is refused when its turn comes.
    if (reader_.peek().is(TokenKind::symbol)) entries_.try_emplace(reader_.symbol(), Entry{token.offset});
  }
  reader_.seek(here);
}

const ReadFunction& ModuleParser::called(const std::string& name, std::size_t offset) {
  find_functions();
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    std::vector<std::string> known;
    for (const auto& [each, entry] : entries_) known.push_back(each);
    const std::string nearest = nearest_name(name, known);
    reader_.fail_at(offset, fmt::format("there is no function @{}", name), {}, {},
                    nearest.empty() ? "" : fmt::format("did you mean `@{}`?", nearest));
  }
  Entry& entry = found->second;
  entry.called = true;
  if (entry.state == State::open) {
    reader_.fail_at(offset, fmt::format("the function @{} calls itself", name),
                    "calls that can be inlined, without recursion");
  }
  if (entry.state == State::unread) {
    const TokenReader::Level level(reader_);
    const std::size_t here = reader_.peek().offset;
    reader_.seek(entry.start);
    function();
    reader_.seek(here);
  }
  return entry.read;
}

// One `func.func`, unless a call had it read before.
const ModuleParser::Entry& ModuleParser::function() {
  const Token start = reader_.peek();
  if (!reader_.accept("func.func")) {
    const bool is_alias = start.is(TokenKind::exclamation);  // !name = tensor<…>
    const bool is_other = start.is(TokenKind::string) || start.text.find('.') != std::string_view::npos;
    if (!is_alias && !is_other) reader_.fail("a function is missing", "`func.func` or the end");
    const std::string_view kind = is_alias ? "type alias" : "operation";
    throw UnsupportedOperation({.what = fmt::format("the {} {} is not supported", kind, start.text),
                                .where = reader_.source().place(start.offset),
                                .expected = "`func.func`",
                                .found = {},
                                .remedy = {}});
  }
  std::string visibility;
  if (reader_.peek().is("private") || reader_.peek().is("public")) visibility = reader_.next().text;
  const std::string name = reader_.symbol();
  Entry& entry = entries_.try_emplace(name, start.offset).first->second;
  if (entry.state != State::unread) {
    if (entry.start == start.offset) return entry;
    reader_.fail_at(start.offset, fmt::format("the function @{} is defined already", name), "a new name");
  }
  entry.state = State::open;
  auto function = std::make_shared<Function>(name);
  function->keep_everything();
  function->visibility() = visibility;
  const std::vector<Token> names = arguments(*function);
  std::vector<AttributeDictionary> result_attributes;
  const std::vector<TensorType> types = results(result_attributes);
  if (reader_.accept("attributes")) function->attributes() = attributes_.dictionary();
  entry.read = body_of(function, names, types);
  function->result_attributes() = std::move(result_attributes);
  reader_.skip_location();
  entry.end = reader_.peek().offset;
  entry.state = State::read;
  return entry;
}

ReadFunction ModuleParser::body_of(std::shared_ptr<Function> function, std::span<const Token> names,
                                   std::span<const TensorType> results) {
  if (!reader_.peek().is("{")) {
    throw UnsupportedOperation({.what = fmt::format("the function @{} has no body", function->name()),
                                .where = reader_.source().place(reader_.peek().offset),
                                .expected = "`{`",
                                .found = shown(reader_.peek()),
                                .remedy = {}});
  }
  reader_.next();
  OperationParser::Implementation body(reader_, aliases_, readers_, *this, *function);
  for (std::size_t index = 0; index < names.size(); ++index) {
    body.scope().define(names[index].text, {function->arguments()[index]}, names[index].offset);
  }
  body.function_body(results);
  return {std::move(function), body.operations(), body.depth()};
}

AttributeDictionary ModuleParser::optional_attributes() {
  return reader_.peek().is("{") ? attributes_.dictionary() : AttributeDictionary{};
}

// `(%x: T {a = 1 : i64}, %y: U)`; their names.
std::vector<Token> ModuleParser::arguments(Function& function) {
  std::vector<Token> names;
  reader_.expect("(");
  if (reader_.accept(")")) return names;
  do {
    const Token name = reader_.expect(TokenKind::value, "the name of an argument, `%name`,");
    reader_.expect(":");
    TensorType type = parse_type(reader_);
    function.add_argument(std::move(type), hint_of(name.text), optional_attributes());
    reader_.skip_location();
    names.push_back(name);
  } while (reader_.accept(","));
  reader_.expect(")");
  return names;
}

// ` -> T`, ` -> (T {a = 1 : i64}, U)`, or nothing.
std::vector<TensorType> ModuleParser::results(std::vector<AttributeDictionary>& attributes) {
  std::vector<TensorType> types;
  if (!reader_.accept("->")) return types;
  if (!reader_.accept("(")) {
    attributes.emplace_back();
    return {parse_type(reader_)};
  }
  if (reader_.accept(")")) return types;
  do {
    types.push_back(parse_type(reader_));
    attributes.push_back(optional_attributes());
  } while (reader_.accept(","));
  reader_.expect(")");
  return types;
}

}  // namespace

Module parse(const SourceChunk& chunk, std::string_view source, const OperationReaders& readers) {
  const SourceText text(chunk.text, source, chunk.first_line);
  return ModuleParser(text, readers).read();
}

Module parse(std::string_view text, std::string_view source, const OperationReaders& readers) {
  return parse(SourceChunk{text, 1}, source, readers);
}

std::vector<SourceChunk> split(std::string_view text) {
  constexpr std::string_view separator = "// -----";
  std::vector<SourceChunk> chunks;
  std::size_t line_number = 1;
  std::size_t start = 0;
  std::size_t first_line = 1;
  for (std::size_t line = 0; line < text.size(); ++line_number) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    if (text.substr(line, separator.size()) == separator) {
      chunks.push_back({text.substr(start, line - start), first_line});
      start = end;
      first_line = line_number;
    }
    line = end + 1;
  }
  chunks.push_back({text.substr(start), first_line});
  return chunks;
}

}  // namespace stepwright
