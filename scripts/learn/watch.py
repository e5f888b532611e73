"""./learn watch: one screen, judged again whenever the file is saved."""
import hashlib
import select
import shutil
import sys
import termios
import textwrap
import tty

from . import learner
from .exercises import all_exercises
from .project import Stop, prepare

BAR = 40  # characters: how many exercises are solved
KEYS = "h hint  n next  p previous  l list  g drawing  r reset  s solution  q quit"
PAUSE = 0.3  # seconds between two looks at the file


def wrapped(lines, width):
    """Lines that fit, broken between words; what is continued is as deep as its line."""
    shown = []
    for line in lines:
        depth = " " * min(len(line) - len(line.lstrip(" ")), width // 2)
        shown += textwrap.wrap(line, width, subsequent_indent=depth, replace_whitespace=False, break_on_hyphens=False) or [""]
    return shown


def fitted(head, task, rest, height):
    """The screen's lines. If there are too many, the task is cut first, since it stands in a file too, then the rest."""
    room = height - len(head) - len(rest)
    if len(task) > room:
        task = [*task[:max(room - 1, 0)], "..."] if room > 0 else []
    room = height - len(head) - len(task)
    if len(rest) > room:
        end = rest[-3:]  # the keys
        rest = [*rest[:max(room - len(end) - 1, 0)], "...", *end]
    return [*head, *task, *rest]


class Screen:
    """What is shown: the task, the result, what was asked for, and the keys."""

    def __init__(self, folder, exercise):
        self.folder, self.exercise = folder, exercise
        self.result, self.asked = ["running ..."], []

    def lines(self, width, height):
        solved, all_of_them = self.folder.solved(), len(all_exercises())
        done = BAR * solved // all_of_them if all_of_them else 0
        head = [f"[{'#' * done}{' ' * (BAR - done)}] {solved} of {all_of_them} solved", "", self.exercise.head]
        task = ["", *self.exercise.task.rstrip("\n").split("\n"), ""]
        rest = [f"  {self.folder.file_of(self.exercise)}", "", *self.result]
        if self.asked:
            rest += ["", *self.asked]
        rest += ["", "save the file to run it again", KEYS]
        return fitted(*(wrapped(part, width) for part in (head, task, rest)), height)

    def draw(self):
        """Written in one step."""
        width, height = shutil.get_terminal_size()
        sys.stdout.write("\033[H\033[2J\033[3J" + "\n".join(self.lines(width, max(height - 1, 10))) + "\n")
        sys.stdout.flush()


class Watch:
    """The keys, each a method, and the file."""

    def __init__(self, folder, exercise, tools):
        self.folder, self.tools = folder, tools
        self.choose(exercise)

    def choose(self, exercise):
        self.exercise, self.screen = exercise, Screen(self.folder, exercise)
        self.seen = None
        self.asked_to_reset = False

    def look(self):
        """Judges the file if it has changed."""
        try:
            now = hashlib.sha256(self.folder.file_of(self.exercise).read_bytes()).digest()
        except OSError:
            return  # while an editor puts the new file in the old one's place
        if now == self.seen:
            return
        self.seen = now
        self.screen.result = ["running ..."]
        self.screen.draw()
        try:
            verdict = learner.judge(self.folder, self.exercise, self.tools)
        except FileNotFoundError:
            self.seen = None
            return
        self.screen.result = [*verdict.said, *verdict.printed]
        if verdict.passed:
            self.screen.result += ["", *learner.after_right(self.exercise, with_solution=False)]
        self.screen.draw()

    def key(self, key):
        """False ends it."""
        action = {"h": self.hint, "n": self.next, "p": self.previous, "l": self.list, "g": self.drawing, "r": self.reset,
                  "s": self.solution}.get(key)
        if key == "q":
            return False
        if action:
            asked_before, self.asked_to_reset = self.asked_to_reset, False
            self.screen.asked = action(asked_before) if key == "r" else action()
            self.screen.draw()
        return True

    def hint(self):
        return learner.next_hint(self.folder, self.exercise)

    def next(self):
        other = self.folder.next_after(self.exercise)
        if other is None:
            return ["There is no other exercise left."]
        self.choose(self.folder.mine(other))
        return []

    def previous(self):
        """The one before, solved or not: one may want to look again."""
        listed = list(all_exercises())
        at = [exercise.name for exercise in listed].index(self.exercise.name)
        self.choose(self.folder.mine(listed[at - 1]))
        return []

    def list(self):
        states = self.folder.states()
        marks = {"solved": "#", "given-up": "-", "tried": "~"}
        return [f"{chapter}: " + " ".join(
            marks.get(states.get(exercise.name, learner.State()).state, ".") + exercise.name
            for exercise in all_exercises() if exercise.chapter == chapter)
            for chapter in dict.fromkeys(exercise.chapter for exercise in all_exercises())] + ["# solved  ~ tried  - given up  . new"]

    def drawing(self):
        return learner.draw(self.folder, self.exercise, self.tools)[0]

    def reset(self, asked_before):
        if not asked_before:
            self.asked_to_reset = True
            return ["r once more puts the file back to its beginning; yours is kept beside it."]
        return learner.put_back(self.folder, self.exercise)

    def solution(self):
        if self.folder.state_of(self.exercise).state in learner.DONE:
            return learner.after_right(self.exercise)
        return [f"It is not solved yet; to see the solution all the same: ./learn solution {self.exercise.name} --give-up"]


def watch(word=None):
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise Stop(2, "watch needs a terminal; ./learn run does the same once")
    folder = learner.find_folder()
    watching = Watch(folder, folder.chosen(word), prepare())
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        going = True
        while going:
            watching.look()
            if select.select([sys.stdin], [], [], PAUSE)[0]:
                key = sys.stdin.buffer.raw.read(1).decode("latin-1")
                going = key != "" and watching.key(key)
    except KeyboardInterrupt:
        pass
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
    print()
    return 0
