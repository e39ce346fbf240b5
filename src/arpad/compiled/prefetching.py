"""The processor's prefetch instruction, for compiled kernels."""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

READ, WRITE = 0, 1
KEEP, DATA = 3, 1


def _signature_and_code(column: Any, row: Any, purpose: int) -> Any:
    signature = types.void(column, row)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        rows = [context.cast(builder, arguments[1], signature.args[1], types.intp)]
        if signature.args[0].ndim > 1:
            rows += [context.get_constant(types.intp, 0)] * (signature.args[0].ndim - 1)
        pointer = cgutils.get_item_pointer(context, builder, signature.args[0], array, rows, wraparound=False)
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        instruction = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [byte, number, number, number]),
            "llvm.prefetch.p0",
        )
        hints = [number(purpose), number(KEEP), number(DATA)]
        builder.call(instruction, [builder.bitcast(pointer, byte), *hints])
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _prefetch(typing: Any, column: Any, row: Any) -> Any:
    return _signature_and_code(column, row, WRITE)


@intrinsic
def _prefetch_shared(typing: Any, column: Any, row: Any) -> Any:
    return _signature_and_code(column, row, READ)


@numba.njit(inline="always")
def prefetch(column: Any, row: int) -> None:
    """Ask for ``column[row]`` (of a matrix: the start of the row) ahead of its use."""
    _prefetch(column, row)


@numba.njit(inline="always")
def prefetch_shared(column: Any, row: int) -> None:
    """Ask for ``column[row]``, which other cores read as well and nobody writes."""
    _prefetch_shared(column, row)
