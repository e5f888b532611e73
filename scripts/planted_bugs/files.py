"""The course's files, each read once, and which of them include which."""
import functools
import os
import re

SOURCES = (".cu", ".cpp")
CODE = (".cu", ".cuh", ".h", ".cpp")
INCLUDE = re.compile(r'^#include "((?:ch[0-9]|common/|tests/)[^"]*)"', re.M)


class Files:
    def __init__(self, root):
        self.root = root
        self.read = set()  # relative to the root, or absolute elsewhere

    @functools.lru_cache(maxsize=None)
    def text(self, path, record=True):
        """The file's text, character by character as it is; None if there is no such file."""
        if record:
            self.read.add(path)
        try:
            with open(os.path.join(self.root, path), encoding="utf-8", errors="surrogateescape", newline="") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return None

    @functools.cached_property
    def includers(self):
        """For each file that others include, those others. No mutant is built with peers.cu."""
        found = {}
        for top in (*self.root.glob("ch[0-9]*"), *self.root.glob("tests/ch[0-9]*"), self.root / "common"):
            for folder, _, names in os.walk(top):
                for name in names:
                    if name.endswith(CODE) and name != "peers.cu":
                        path = os.path.relpath(os.path.join(folder, name), self.root)
                        for included in INCLUDE.findall(self.text(path, name != "main.cpp")):
                            found.setdefault(included, []).append(path)
        return found

    @functools.lru_cache(maxsize=None)
    def sources_that_see(self, path):
        """The sources that include a file, themselves or by way of other headers, and the file itself if it is one."""
        seen, waiting = {path}, [path]
        while waiting:
            for includer in self.includers.get(waiting.pop(), ()):
                if includer not in seen:
                    seen.add(includer)
                    waiting.append(includer)
        sources = sorted(each for each in seen if each.endswith(SOURCES))
        if all(each.endswith("/main.cpp") for each in sources):  # else it makes no difference what a program includes
            self.read.update(sources)
        return sources


def write_if_new(file, text):
    """Writes the file if it differs, so that nothing is rebuilt otherwise."""
    data = text.encode("utf-8", errors="surrogateescape")
    if not file.is_file() or file.read_bytes() != data:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
