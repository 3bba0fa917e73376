#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py [--check]: writes lexikos_c.f90, the C headers as a Fortran module, beside this file. Needs no package.

Relies on the form of the headers: a declaration begins its line, an enumeration is `enum NAME_values {`, a structure that is not
opaque `typedef struct NAME {`, and its defaults are the macro NAME_INIT in capitals.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parent / "c" / "include" / "lexikos" / "c"
OUTPUT = HERE / "lexikos_c.f90"
ORDER = ["base", "arrays", "search", "matching", "collections", "compression", "repeats", "structures", "distributed"]

NUMBERS = {
    "int32_t": "integer(c_int32_t)",
    "uint32_t": "integer(c_int32_t)",
    "uint64_t": "integer(c_int64_t)",
    "size_t": "integer(c_size_t)",
    "double": "real(c_double)",
}


class Header:
    """All of the headers."""

    def __init__(self):
        text = "\n".join((HEADERS / f"{name}.h").read_text() for name in ORDER)
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        self.numbers = set(re.findall(r"^typedef int32_t (lexikos_\w+);", text, re.M))
        self.callbacks = set(re.findall(r"\(\*(lexikos_\w+)\)\(", text))
        self.enums = [
            (name, [part.split("=") for part in body.replace("\n", " ").split(",") if part.strip()])
            for name, body in re.findall(r"^enum (lexikos_\w+)_values \{(.*?)\};", text, re.M | re.DOTALL)
        ]
        self.structs = [
            (name, [member.strip() for member in body.split(";") if member.strip()])
            for name, body in re.findall(r"^typedef struct (lexikos_\w+) \{(.*?)^\} \1;", text, re.M | re.DOTALL)
        ]
        self.defaults = dict(re.findall(r"^#define LEXIKOS_(\w+)_INIT \{(.*)\}$", text, re.M))
        self.functions = [
            (result.strip(), name, [part.strip() for part in " ".join(arguments.split()).split(",")])
            for result, name, arguments in re.findall(r"^LEXIKOS_API ([^;(]*?)(lexikos_\w+)\((.*?)\);", text, re.M | re.DOTALL)
        ]

    def value_type(self, name):
        if name in NUMBERS:
            return NUMBERS[name]
        if name in self.numbers:
            return "integer(c_int32_t)"
        if name in self.callbacks:
            return "type(c_funptr)"
        if any(name == struct for struct, _ in self.structs):
            return f"type({name})"
        raise SystemExit(f"{name}: a type that generate.py does not know")

    def struct_size(self, name):
        """Bytes, and alignment, as the C compilers of 64-bit systems have them."""
        size, alignment = 0, 1
        for member in dict(self.structs)[name]:
            kind = member.rsplit(None, 1)[0]
            if "*" in member or kind in self.callbacks or kind in ("uint64_t", "size_t", "double"):
                bytes_, aligned = 8, 8
            elif kind in self.numbers or kind in NUMBERS:
                bytes_, aligned = 4, 4
            else:
                bytes_, aligned = self.struct_size(kind)
            size = -(-size // aligned) * aligned + bytes_
            alignment = max(alignment, aligned)
        return -(-size // alignment) * alignment, alignment


def member_lines(header, name, members):
    defaults = split_defaults(header.defaults.get(name[len("lexikos_"):].upper(), ""))
    for place, member in enumerate(members):
        kind, identifier = member.rsplit(None, 1) if "*" not in member else ("*", member.rsplit("*", 1)[1].strip())
        if kind == "*":
            yield f"    type(c_ptr) :: {identifier} = c_null_ptr"
            continue
        fortran = header.value_type(kind)
        default = defaults[place] if place < len(defaults) else "0"
        if fortran == "type(c_funptr)":
            yield f"    {fortran} :: {identifier} = c_null_funptr"
        elif fortran.startswith("type("):
            yield f"    {fortran} :: {identifier}"
        elif default.startswith("sizeof"):
            yield f"    {fortran} :: {identifier} = {header.struct_size(name)[0]}_c_size_t"
        elif fortran == "real(c_double)":
            yield f"    {fortran} :: {identifier} = 0"
        elif default == "UINT64_MAX":
            yield f"    {fortran} :: {identifier} = -1"
        else:
            yield f"    {fortran} :: {identifier} = {default.lower()}"


def split_defaults(text):
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += letter
    return parts + [part.strip()] if part.strip() else parts


def argument(header, text):
    """(name, declaration) of a parameter in Fortran."""
    pointer = text.count("*")
    name = re.search(r"(\w+)$", text).group(1)
    kind = [word for word in re.findall(r"\w+", text)[:-1] if word != "const"][0]
    is_opaque = kind.startswith("lexikos_") and kind not in header.numbers | header.callbacks and not any(
        kind == struct for struct, _ in header.structs)
    if kind == "char" and pointer == 1:
        return name, f"character(kind=c_char), intent(in) :: {name}(*)"
    if pointer == 2 or (kind == "char" and pointer == 2):
        return name, f"type(c_ptr), intent(out) :: {name}"
    if pointer == 1 and (is_opaque or kind == "void"):
        return name, f"type(c_ptr), value :: {name}"
    if pointer == 1 and "const" in text:
        return name, f"{header.value_type(kind)}, intent(in) :: {name}"
    if pointer == 1 and name == "algorithms":
        return name, f"{header.value_type(kind)}, intent(out) :: {name}(*)"
    if pointer == 1:
        return name, f"{header.value_type(kind)}, intent(out) :: {name}"
    return name, f"{header.value_type(kind)}, value :: {name}"


def wrapped(line, indent):
    """Lines of at most 120 characters, continued with ampersands."""
    while len(line) > 118:
        cut = line.rfind(", ", 0, 116) + 1
        yield line[:cut] + " &"
        line = " " * (indent + 4) + line[cut:].strip()
    yield line


def module(header):
    yield "! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
    yield "! The C interface of Lexikos for Fortran 2008: written by generate.py from the headers, which describe it all. Integers are"
    yield "! signed here: sizes and entries beyond their largest value look negative. Handles are type(c_ptr), where C takes NULL c_null_ptr;"
    yield "! options that are NULL in C are here a structure without arguments, lexikos_search_options(). Module lexikos has more."
    yield "module lexikos_c"
    yield "  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int32_t, c_int64_t, c_null_funptr, &"
    yield "      c_null_ptr, c_ptr, c_size_t"
    yield "  implicit none"
    yield "  public"
    yield ""
    for name, values in header.enums:
        yield f"  ! {name}"
        for value, number in values:
            yield f"  integer(c_int32_t), parameter :: {value.strip().lower()} = {number.strip()}"
        yield ""
    for name, members in header.structs:
        yield f"  type, bind(c) :: {name}"
        yield from member_lines(header, name, members)
        yield f"  end type {name}"
        yield ""
    yield "  interface"
    for result, name, parameters in header.functions:
        arguments = [] if parameters == ["void"] else [argument(header, text) for text in parameters]
        names = ", ".join(one for one, _ in arguments)
        if result == "void":
            heading, kind = f'    subroutine {name}({names}) bind(c, name="{name}")', "subroutine"
        else:
            returned = "type(c_ptr)" if "*" in result else header.value_type(result)
            heading, kind = f'    function {name}({names}) result(answer) bind(c, name="{name}")', "function"
        yield from wrapped(heading, 4)
        yield "      import"
        for _, declaration in arguments:
            yield f"      {declaration}"
        if kind == "function":
            yield f"      {returned} :: answer"
        yield f"    end {kind} {name}"
    yield "  end interface"
    yield "end module lexikos_c"


def main():
    text = "\n".join(module(Header())) + "\n"
    if "--check" in sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            raise SystemExit(f"{OUTPUT.name} is not what the headers say: run src/bindings/fortran/generate.py")
        return
    OUTPUT.write_text(text)


if __name__ == "__main__":
    main()
