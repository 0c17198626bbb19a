"""The official MLIR parser, verifier and printer, and texts compared without regard to their SSA names."""

import difflib
import re

NAME = r"%(?:\d+|[A-Za-z$._-][\w$.-]*)"
TOKEN = re.compile(
    rf"""(?P<string>"(?:[^"\\]|\\.)*")
       | (?P<comment>//[^\n]*)
       | (?P<results>^[ ]*{NAME}(?::\d+)?(?:,[ ]*{NAME}(?::\d+)?)+[ ]*=)
       | (?P<value>{NAME})(?P<group>:\d+|\#\d+)?(?P<defined>:|[ ]*=)?
       | (?P<label>\^(?:\d+|[A-Za-z$._-][\w$.-]*))
       | (?P<brace>[{{}}])""",
    re.VERBOSE | re.MULTILINE,
)


class Refused(Exception):
    """MLIR's parser or verifier refuses the text; the message is MLIR's own, with line and column."""


def official_print(text):
    """What MLIR prints for `text` after it parsed and verified it. Raises Refused."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir

    with make_ir_context() as context:
        try:
            module = ir.Module.parse(text, context)
            module.operation.verify()
        except ir.MLIRError as error:
            raise Refused(str(error)) from None
        return module.operation.get_asm()


class Labels:
    """Block labels: new names by first appearance, each known only in the region that holds its block."""

    def __init__(self):
        self.count = 0
        self.regions = [{}]

    def enter(self):
        self.regions.append({})

    def leave(self):
        if len(self.regions) > 1:
            self.regions.pop()

    def rename(self, label):
        known = self.regions[-1]
        if label not in known:
            known[label] = f"^bb{self.count}"
            self.count += 1
        return known[label]


class Values:
    """SSA values: each definition gets a new name, and each use takes the latest definition of its name.

    That is enough, because a name may be defined again only once the region that defined it is over.
    """

    def __init__(self):
        self.count = 0
        self.names = {}

    def define(self, name):
        self.names[name] = f"%{self.count}"
        self.count += 1
        return self.names[name]

    def use(self, name, line):
        if name not in self.names:
            raise ValueError(f"line {line}: {name} is used but not defined above")
        return self.names[name]


def reset_names(text):
    """`text` with values named %0, %1, ... and blocks ^bb0, ^bb1, ... in order of appearance.

    A value is defined by `%x = `, `%x:2 = `, `%x, %y = ` at the start of a line, or as an argument, `%x: type`
    (where a value is used, MLIR puts a space before the colon). Raises ValueError where a value is used that
    nothing above defines.
    """
    values, labels = Values(), Labels()

    def rename(token):
        if token["results"]:
            return re.sub(NAME, lambda name: values.define(name[0]), token[0])
        if token["value"]:
            rest = (token["group"] or "") + (token["defined"] or "")
            if token["defined"]:
                return values.define(token["value"]) + rest
            return values.use(token["value"], text.count("\n", 0, token.start()) + 1) + rest
        if token["label"]:
            return labels.rename(token["label"])
        if token["brace"] == "{":
            labels.enter()
        elif token["brace"] == "}":
            labels.leave()
        return token[0]

    return TOKEN.sub(rename, text)


def difference(ours, official):
    """A unified diff of two texts with their names reset; empty where they are byte-identical."""
    lines = (reset_names(text).splitlines(keepends=True) for text in (ours, official))
    return "".join(difflib.unified_diff(*lines, fromfile="ours", tofile="official"))
