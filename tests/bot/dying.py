"""The end of a worker; on its own here, because the worker loads this module and all that it imports."""

import os
import signal


def die(*_: object) -> None:
    """Kill the process that calls this."""
    os.kill(os.getpid(), signal.SIGKILL)
