"""./learn new: a small exercise under a new name, which passes check as it is."""
import re
import shutil

from .exercises import all_exercises, exercises_folder
from .project import ROOT, Stop

MODEL = ROOT / "exercises/ch02_threads/guard"


def new(path):
    named = re.fullmatch(r"(ch[0-9][0-9]_[a-z_]+)/([a-z][a-z0-9_]*)", path)
    if not named:
        raise Stop(2, "new needs a chapter and a name: ./learn new ch02_threads/my_exercise")
    chapter, name = named.groups()
    folder = exercises_folder() / chapter / name
    if not (ROOT / chapter / "README.md").exists():
        raise Stop(2, f"there is no chapter '{chapter}'")
    if any(exercise.name == name for exercise in all_exercises()):
        raise Stop(2, f"there is an exercise '{name}' already")
    if folder.exists():
        raise Stop(2, f"there is a folder {folder} already")
    shutil.copytree(MODEL, folder)
    for file in folder.rglob("*"):
        if file.is_file():
            file.write_text(file.read_text(encoding="utf-8").replace(MODEL.name, name), encoding="utf-8")
    values = folder / "exercise.txt"
    values.write_text(re.sub("^read: .*", f"read: {chapter}/README.md", values.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")
    with open(folder.parent / "order.txt", "a", encoding="utf-8") as order:
        order.write(name + "\n")
    print(f"{folder}: change its files, then ./learn check {name} (docs/teaching.md says what stands in them)")
