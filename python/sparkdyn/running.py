# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn.run(): a case file in this process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from .errors import InputError, NumericsError
from .results import Results, read
from .runtime import communicator, native


def run(case: str | os.PathLike[str], *, set: Mapping[str, Any] | None = None,
        output: str | os.PathLike[str] | None = None,
        restart: str | os.PathLike[str] | bool | None = None, change_method: bool = False,
        quiet: bool = False, comm: Any = None) -> Results:
    """Runs a case file (.yaml) or deck (.inp) and gives its results, as `sparkdyn run` does.

    set            values instead of those in the case: {"time.step": 0.005, "method.stages": 4}
    output         a folder for the results instead of the case's
    restart        "latest" (or True), or a checkpoint file, to go on from
    change_method  with restart: the case's method or step may be another
    quiet          prints nothing but warnings
    comm           a communicator of mpi4py; all its ranks must call. Default: all ranks

    Raises InputError when the case is wrong, NumericsError when the run fails (what was computed until
    then is in its `folder`), and KeyboardInterrupt on Ctrl-C, after the state has been kept.

    >>> out = sparkdyn.run("beam.yaml", set={"method.rho_infinity": 0.5}, output="out-0.5")
    """
    compiled = native()
    handle = communicator(comm)
    overrides = [f"{key}={_yaml(key, value)}" for key, value in (set or {}).items()]
    where = None if output is None else os.fspath(output)
    if restart is True:
        restart = "latest"
    again = None if restart is None or restart is False else os.fspath(restart)
    if change_method and again is None:
        raise InputError("change_method goes with restart")
    folder = compiled.output_folder(handle, os.fspath(case), overrides, where)
    sys.stdout.flush()
    try:
        compiled.run(handle, os.fspath(case), overrides, where, again, change_method, quiet)
    except NumericsError as error:
        error.folder = folder  # type: ignore[attr-defined]
        raise
    return read(folder)


def _yaml(key: str, value: Any) -> str:
    """JSON is YAML; a text stands as it is written, quoted."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    try:
        return json.dumps(value, default=_plain, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"set: the value of {key!r} cannot stand in a case: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{value!r} is no number, text, list or mapping")
