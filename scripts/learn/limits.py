"""Runs a command with limits of time, memory and output, if need be as the user nobody."""
import ctypes
import dataclasses
import os
import resource
import select
import signal
import subprocess
from typing import Optional

from .project import Stop

NOBODY = 65534
ENDED_BY_TIME = 124  # the status that the command timeout gives
SET_NO_NEW_PRIVILEGES = 38               # of prctl
NEW_NETWORK, NEW_IPC = 0x40000000, 0x08000000  # of unshare
# What a learner's program gets of the caller's environment.
ENVIRONMENT = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "QEMU_LD_PREFIX",
               "CUDA_EMULATOR_SITE")

_libc = ctypes.CDLL(None, use_errno=True)


@dataclasses.dataclass(frozen=True)
class Limits:
    seconds: float                    # on a clock
    processor: Optional[int] = None   # seconds of processor time
    addresses: Optional[int] = None   # bytes
    data: Optional[int] = None        # bytes
    file: Optional[int] = None        # bytes that may be written into a file
    processes: Optional[int] = None   # of the user nobody
    confined: bool = False            # no rights can be gained; root's are given up, and the network

    def apply(self):
        """In the new process, before the command begins. What fails here keeps the command from running."""
        wanted = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_CPU, self.processor), (resource.RLIMIT_AS, self.addresses),
                  (resource.RLIMIT_DATA, self.data), (resource.RLIMIT_FSIZE, self.file)]
        as_nobody = self.confined and os.geteuid() == 0
        if as_nobody:
            wanted.append((resource.RLIMIT_NPROC, self.processes))
        for what, most in wanted:
            if most is not None:
                allowed = resource.getrlimit(what)[1]
                most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
                resource.setrlimit(what, (most, most))
        if as_nobody:
            # A network without a way out, where the system lets root make one: in some containers it does not.
            _libc.unshare(NEW_NETWORK | NEW_IPC)
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        if self.confined and _libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def wait_for(process, seconds):
    """Whether it ends within this time. It is not taken from the system's list yet, so its number stays its own."""
    try:
        watched = os.pidfd_open(process.pid)
    except (AttributeError, OSError):  # a Linux older than 5.3
        try:
            process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False
    try:
        return bool(select.select([watched], [], [], seconds)[0])
    finally:
        os.close(watched)


def run(command, limits, *, output, errors=subprocess.STDOUT, environment=None, descriptors=()):
    """The status as a shell gives it: 128 and the signal's number if it was ended by one. The process and all that it has
    started are ended. The caller has one thread, since Python runs between fork and exec here."""
    try:
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                   env=environment, pass_fds=descriptors, start_new_session=True, preexec_fn=limits.apply)
    except (OSError, subprocess.SubprocessError) as error:
        raise Stop(3, f"{command[0]} cannot be started: {error}") from None
    ended = False
    try:
        ended = wait_for(process, limits.seconds)
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        status = process.wait()
    if not ended:
        return ENDED_BY_TIME
    return status if status >= 0 else 128 - status


def learners_environment(**more):
    kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    return {**kept, **{name: str(value) for name, value in more.items()}}
