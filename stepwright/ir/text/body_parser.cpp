#include "stepwright/ir/text/body_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/suggest.h"
#include "stepwright/ir/text/type_parser.h"
#include "stepwright/ir/text/type_text.h"

namespace stepwright {

namespace {

// More operations than the calls of a program come to; calls that double at each level would reach any
// number.
constexpr std::size_t most_inlined = std::size_t{1} << 18;

// Calls `read`, and gives a complaint that does not say where the place of `offset()`.
template <class Offset, class Read>
auto with_place(const TokenReader& reader, Offset&& offset, Read&& read) {
  try {
    return read();
  } catch (const UnsupportedOperation& error) {
    throw UnsupportedOperation(error.at(reader.source().place(offset())).complaint());
  } catch (const UserError& error) {
    throw error.at(reader.source().place(offset()));
  }
}

bool is_terminator(std::string_view name) {
  return name == "func.return" || name == "stablehlo.return";
}

}  // namespace

OperationParser::Implementation::Implementation(TokenReader& reader, const AttributeAliases& aliases,
                                                const OperationReaders& readers, FunctionSource& functions,
                                                Function& function)
    : reader_(reader),
      attributes_(reader, aliases),
      readers_(readers),
      functions_(functions),
      outer_depth_(reader.depth()),
      outermost_(reader, function),
      scope_(&outermost_) {}

Value OperationParser::Implementation::operand() {
  const Token name = reader_.expect(TokenKind::value, "an operand, `%name`,");
  std::size_t result = 0;
  if (reader_.peek().is(TokenKind::hash) && reader_.touches_last()) {
    const Token number = reader_.next();
    const std::string_view digits = number.text.substr(1);
    if (digits.size() > 9 || !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) {
      reader_.fail_at(number.offset, "the number of a result is missing", "`#0`, `#1`, …", shown(number));
    }
    result = std::stoul(std::string(digits));
  }
  return scope_->resolve(name, result);
}

std::vector<Value> OperationParser::Implementation::operands() {
  std::vector<Value> values;
  if (!reader_.peek().is(TokenKind::value)) return values;
  values.push_back(operand());
  // A comma may also lead to an attribute: `%a, %b, dims = …`.
  while (reader_.peek().is(",") && reader_.peek_after().is(TokenKind::value)) {
    reader_.next();
    values.push_back(operand());
  }
  return values;
}

FunctionType OperationParser::Implementation::function_type() {
  const auto list = [&] {
    std::vector<TensorType> types;
    reader_.expect("(");
    if (reader_.accept(")")) return types;
    do {
      types.push_back(parse_type(reader_));
    } while (reader_.accept(","));
    reader_.expect(")");
    return types;
  };
  FunctionType type;
  type.operands = list();
  reader_.expect("->");
  if (reader_.peek().is("(")) {
    type.results = list();
  } else {
    type.results = {parse_type(reader_)};
  }
  return type;
}

void OperationParser::Implementation::function_body(std::span<const TensorType> results) {
  const std::size_t start = reader_.peek().offset;
  block("func.return");
  check_types("result", results, scope_->function().result_types(), start);
}

void OperationParser::Implementation::block(std::string_view wanted) {
  for (;;) {
    if (reader_.peek().is("}") || reader_.peek().is(TokenKind::end)) {
      reader_.fail(fmt::format("`{}` is missing at the end of a block", wanted), fmt::format("`{}`", wanted));
    }
    if (reader_.peek().is(TokenKind::block)) {
      throw UnsupportedOperation({.what = "regions of several blocks are not supported",
                                  .where = reader_.source().place(reader_.peek().offset),
                                  .expected = "one block",
                                  .found = shown(reader_.peek()),
                                  .remedy = {}});
    }
    const Names names = result_names();
    const Token start = reader_.peek();
    const std::string name = operation_name();
    if (is_terminator(name)) {
      if (name != wanted || !names.empty()) {
        reader_.fail_at(start.offset, "a block ends in another way", fmt::format("`{}` alone", wanted),
                        shown(start));
      }
      terminator(start);
      reader_.skip_location();
      break;
    }
    operation(name, start, names);
    reader_.skip_location();
  }
  reader_.expect("}");
}

void OperationParser::Implementation::terminator(const Token& start) {
  std::vector<Value> values;
  std::vector<TensorType> types;
  if (start.is(TokenKind::string)) {
    GenericOperation parsed = generic();
    values = std::move(parsed.operands);
    types = std::move(parsed.type.operands);
  } else {
    values = operands();
    if (reader_.peek().is("{")) attributes_.dictionary();
    if (!values.empty()) {
      reader_.expect(":");
      do {
        types.push_back(parse_type(reader_));
      } while (reader_.accept(","));
    }
  }
  check_types("operand", types, types_of(values), start.offset);
  for (const Value& value : values) scope_->function().add_result(value);
}

OperationParser::Implementation::Names OperationParser::Implementation::result_names() {
  Names names;
  if (!reader_.peek().is(TokenKind::value)) return names;
  do {
    const Token name = reader_.expect(TokenKind::value, "the name of a result, `%name`,");
    std::size_t results = 1;
    if (reader_.accept(":")) {
      const std::size_t offset = reader_.peek().offset;
      const std::int64_t number = reader_.integer();
      if (number < 1) reader_.fail_at(offset, "a name stands for at least one result", "a positive number");
      results = static_cast<std::size_t>(number);
    }
    names.push_back({name.text, results, name.offset});
  } while (reader_.accept(","));
  reader_.expect("=");
  return names;
}

// The full name; a word without a dialect is of MLIR's func dialect.
std::string OperationParser::Implementation::operation_name() {
  if (reader_.peek().is(TokenKind::string)) return reader_.string();
  const Token token = reader_.expect(TokenKind::bare_identifier, "an operation");
  const bool has_dialect = token.text.find('.') != std::string_view::npos;
  return (has_dialect ? "" : "func.") + std::string(token.text);
}

void OperationParser::Implementation::operation(const std::string& name, const Token& start,
                                                const Names& names) {
  if (name == "func.call") return call(start, names);
  const OperationReader& reader = reader_named(name, start.offset);
  OpenOperation open{name, reader.captures_values, {}, {}};
  OpenOperation* const enclosing = std::exchange(open_, &open);
  ParsedOperation parsed = [&] {
    if (start.is(TokenKind::string)) {
      GenericOperation read = generic();
      return with_place(
          reader_, [&] { return start.offset; }, [&] { return reader.generic(std::move(read)); });
    }
    if (reader.custom == nullptr) {
      reader_.fail_at(start.offset, fmt::format("{} has no syntax of its own", name),
                      fmt::format("the generic form, `\"{}\"(…) : (…) -> …`", name));
    }
    OperationParser parser(*this);
    return with_place(
        reader_, [&] { return reader_.last_offset(); }, [&] { return reader.custom(parser); });
  }();
  open_ = enclosing;
  const std::uint32_t node = append(std::move(parsed), open, start.offset);
  if (names.size() == 1) scope_->function().graph().name(node, hint_of(names[0].name));
  bind(names, scope_->function().graph().results(node), start.offset);
}

// `(%a, %b) <{…}> ({…}) {…} : (T, U) -> V`, after the name.
GenericOperation OperationParser::Implementation::generic() {
  GenericOperation generic;
  reader_.expect("(");
  generic.operands = operands();
  reader_.expect(")");
  if (reader_.accept("<")) {
    generic.attributes = attributes_.dictionary();
    reader_.expect(">");
  }
  if (reader_.peek().is("(")) generic.regions = generic_regions();
  if (reader_.peek().is("{")) {
    const std::size_t offset = reader_.peek().offset;
    for (auto& [name, attribute] : attributes_.dictionary()) {
      if (!generic.attributes.emplace(name, attribute).second) {
        reader_.fail_at(offset, fmt::format("the attribute `{}` is given twice", name));
      }
    }
  }
  reader_.expect(":");
  generic.type = function_type();
  return generic;
}

std::vector<Region> OperationParser::Implementation::generic_regions() {
  std::vector<Region> regions;
  reader_.expect("(");
  do {
    regions.push_back(region({}));
  } while (reader_.accept(","));
  reader_.expect(")");
  return regions;
}

// `^bb0(%a: T, %b: U):`, if there is one.
std::vector<BlockArgument> OperationParser::Implementation::block_header() {
  std::vector<BlockArgument> arguments;
  if (!reader_.accept(TokenKind::block)) return arguments;
  if (reader_.accept("(") && !reader_.accept(")")) {
    do {
      const Token name = reader_.expect(TokenKind::value, "the name of a block argument, `%name`,");
      reader_.expect(":");
      arguments.push_back({name.text, parse_type(reader_)});
      reader_.skip_location();
    } while (reader_.accept(","));
    reader_.expect(")");
  }
  reader_.expect(":");
  return arguments;
}

Region OperationParser::Implementation::region(std::span<const BlockArgument> given) {
  require(open_ != nullptr, "a region is read for an operation");
  const TokenReader::Level level(reader_);
  depth_ = std::max(depth_, reader_.depth() - outer_depth_);
  const std::size_t start = reader_.expect("{").offset;
  const std::vector<BlockArgument> header = block_header();
  auto function = std::make_shared<Function>("");
  function->keep_everything();
  ValueScope scope(reader_, *function, *scope_, *open_);
  for (const BlockArgument& argument : given.empty() ? std::span<const BlockArgument>(header) : given) {
    const Value value = function->add_argument(argument.type, hint_of(argument.name));
    scope.define(argument.name, {value}, start);
  }
  scope.take_captures();
  OpenOperation* const open = std::exchange(open_, nullptr);
  ValueScope* const enclosing = std::exchange(scope_, &scope);
  block("stablehlo.return");
  scope_ = enclosing;
  open_ = open;
  open_->regions.push_back(function);
  return function;
}

Region OperationParser::Implementation::region_applying(const std::string& operation, ElementType element) {
  const std::size_t offset = reader_.last_offset();
  const OperationReader& reader = reader_named(operation, offset);
  auto function = std::make_shared<Function>("");
  const TensorType type{element, {}};
  const std::vector<Value> arguments{function->add_argument(type), function->add_argument(type)};
  const ParsedOperation parsed = reader.generic({arguments, {}, {}, {{type, type}, {type}}});
  const std::uint32_t node = function->graph().append(parsed.operation, arguments);
  check_types("result", parsed.result_types, function->graph().node(node).types, offset);
  function->add_result(function->graph().value(node));
  ++operations_;
  return function;
}

void OperationParser::Implementation::call(const Token& start, const Names& names) {
  std::vector<Value> arguments;
  FunctionType type;
  std::string name;
  if (start.is(TokenKind::string)) {
    OpenOperation open{"func.call", false, {}, {}};
    OpenOperation* const enclosing = std::exchange(open_, &open);
    GenericOperation parsed = generic();
    open_ = enclosing;
    const auto callee = parsed.attributes.find("callee");
    const auto* symbol =
        callee == parsed.attributes.end() ? nullptr : std::get_if<SymbolAttribute>(&callee->second.value);
    if (symbol == nullptr) reader_.fail_at(start.offset, "a call has no callee", "`callee = @name`");
    name = symbol->name;
    arguments = std::move(parsed.operands);
    type = std::move(parsed.type);
  } else {
    name = reader_.symbol();
    reader_.expect("(");
    arguments = operands();
    reader_.expect(")");
    if (reader_.peek().is("{")) attributes_.dictionary();
    reader_.expect(":");
    type = function_type();
  }
  const ReadFunction& callee = functions_.called(name, start.offset);
  check_types("operand", type.operands, types_of(arguments), start.offset);
  check_types("operand", type.operands, callee.function->argument_types(), start.offset);
  check_types("result", type.results, callee.function->result_types(), start.offset);
  const std::vector<Value> results = inlined(callee, arguments, start.offset);
  if (names.size() == 1 && results.size() == 1) results[0].named(hint_of(names[0].name));
  bind(names, results, start.offset);
}

std::vector<Value> OperationParser::Implementation::inlined(const ReadFunction& callee,
                                                            std::span<const Value> arguments,
                                                            std::size_t offset) {
  operations_ += callee.operations;
  inlined_ += callee.operations;
  if (inlined_ > most_inlined) {
    reader_.fail_at(offset, "the calls of the function come to too many operations",
                    fmt::format("at most {}", most_inlined));
  }
  depth_ = std::max(depth_, reader_.depth() - outer_depth_ + callee.depth);
  if (reader_.depth() + callee.depth > deepest_nesting) {
    reader_.fail_at(offset, "the text nests too deeply", fmt::format("at most {} levels", deepest_nesting));
  }
  const Function& function = *callee.function;
  Graph& graph = scope_->function().graph();
  std::vector<std::uint32_t> copies(function.graph().size());
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    copies[function.arguments()[index].node] = static_cast<std::uint32_t>(index);
  }
  const auto copy_of = [&](const Value& value) {
    if (value.definition().is_argument()) return arguments[copies[value.node]];
    return graph.value(copies[value.node], value.result);
  };
  const auto copies_of = [&](std::span<const Value> values) {
    std::vector<Value> result;
    for (const Value& value : values) result.push_back(copy_of(value));
    return result;
  };
  for (const std::uint32_t id : function.body()) {
    const Node& node = function.graph().node(id);
    copies[id] = graph.append(*node.operation, copies_of(node.operands), node.extra);
    graph.name(copies[id], node.name);
  }
  return copies_of(function.results());
}

std::uint32_t OperationParser::Implementation::append(ParsedOperation parsed, OpenOperation& open,
                                                      std::size_t offset) {
  for (const auto& region : open.regions) {
    for (std::size_t at = region->captures(); at < open.captured.size(); ++at) {
      region->capture(open.captured[at].type(), open.captured[at].definition().name);
    }
  }
  if (!parsed.operand_types.empty()) {
    check_types("operand", parsed.operand_types, types_of(parsed.operands), offset);
  }
  parsed.operands.insert(parsed.operands.end(), open.captured.begin(), open.captured.end());
  Graph& graph = scope_->function().graph();
  const std::uint32_t node = with_place(
      reader_, [&] { return offset; },
      [&] { return graph.append(parsed.operation, parsed.operands, std::move(parsed.extra)); });
  check_types("result", parsed.result_types, graph.node(node).types, offset);
  ++operations_;
  return node;
}

void OperationParser::Implementation::bind(const Names& names, std::span<const Value> results,
                                           std::size_t offset) {
  std::size_t named = 0;
  for (const ResultNames& each : names) named += each.count;
  if (!names.empty() && named != results.size()) {
    reader_.fail_at(offset, "the operation has another number of results than are named",
                    fmt::format("{} names", results.size()), fmt::format("{} names", named));
  }
  std::size_t first = 0;
  for (const ResultNames& each : names) {
    const auto part = results.subspan(first, each.count);
    scope_->define(each.name, {part.begin(), part.end()}, each.offset);
    first += each.count;
  }
}

const OperationReader& OperationParser::Implementation::reader_named(const std::string& name,
                                                                     std::size_t offset) const {
  const auto found = readers_.find(name);
  if (found != readers_.end()) return found->second;
  // Only the part after the dialect tells slips from other words.
  const std::string dialect = name.substr(0, name.find('.') + 1);
  std::vector<std::string> known;
  for (const auto& [each, reader] : readers_) {
    if (each.starts_with(dialect)) known.push_back(each.substr(dialect.size()));
  }
  const std::string nearest = nearest_name(name.substr(dialect.size()), known);
  throw UnsupportedOperation(
      {.what = fmt::format("the operation {} is not supported", name),
       .where = reader_.source().place(offset),
       .expected = {},
       .found = {},
       .remedy = nearest.empty() ? "" : fmt::format("did you mean `{}{}`?", dialect, nearest)});
}

void OperationParser::Implementation::check_types(std::string_view what, std::span<const TensorType> declared,
                                                  std::span<const TensorType> actual,
                                                  std::size_t offset) const {
  if (std::ranges::equal(declared, actual)) return;
  reader_.fail_at(offset, fmt::format("the {} types are not those declared", what),
                  fmt::format("({}), as declared", types_text(declared)),
                  fmt::format("({})", types_text(actual)));
}

}  // namespace stepwright
