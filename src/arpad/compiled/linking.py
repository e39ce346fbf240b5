"""Kernels that only other kernels call: compiled to be linked into their caller, and never run by themselves.

numba makes of each function that another calls a program of its own too: it optimises the function with all
that it calls in turn, makes machine code of that, and wraps it for Python. Of a kernel's fifty parts nothing
of that is ever used, and it was more than half of the time of compiling. Here a part is linked as it is, and
the kernel is optimised once, with all its parts in it.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes, NativeLowering


class LinkedCode(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of a part: it waits for its caller to be linked, optimised and made machine code of."""

    def _optimize_final_module(self) -> None:
        """Leave the code as it is: the caller's is optimised with this in it."""

    def _finalize_final_module(self) -> None:
        """Do not hand the code to the engine that makes machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class BeginLinked(LoweringPass):  # type: ignore[misc]  # numba has no types
    """Before the lowering: its code goes where only linking is done."""

    _name = "begin_linked"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Choose the library, and have no machine code made."""
        state.library = LinkedCode(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class OfferLinked(LoweringPass):  # type: ignore[misc]  # numba has no types
    """After the lowering: callers find the code under a function, as they would find machine code."""

    _name = "offer_linked"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Register the code under a function without an address, which nobody but numba's tables holds."""
        lowered = state["cr"]
        name = lowered.fndesc.qualname.rpartition(".")[2]
        key = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), name, "linked into its callers", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


class LinkedCompiler(CompilerBase):  # type: ignore[misc]  # numba has no types
    """numba's compiler, which ends before machine code is made."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(BeginLinked, AnnotateTypes)
        passes.add_pass_after(OfferLinked, NativeLowering)
        passes.finalize()
        return [passes]
