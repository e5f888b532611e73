"""The proof of an exercise: its starter fails for the declared reason, its solution passes, its wrong answers do not."""
import re

from . import attempt, exercises
from .project import ROOT, Stop, prepare

KEYS = ("title", "kind", "points", "read", "fails", "bar", "hint", "calls", "why", "credit", "topic", "variant")


def faults_of_form(exercise):
    """What is missing of the files and lines that every exercise has."""
    folder = exercise.folder
    faults = [f"exercise.txt has not one line '{key}:'" for key in ("title", "kind", "points", "read", "fails")
              if len(exercise.values(key)) != 1]
    if len(exercise.values("hint")) != 3:
        faults.append("exercise.txt has not three lines 'hint:'")
    if exercise.value("kind") not in ("fix", "fill", "cheap"):
        faults.append("kind is fix, fill or cheap")
    if not re.fullmatch("[1-9][0-9]*", exercise.value("points")):
        faults.append("points is a whole number")
    topic = exercise.value("topic")
    if topic and len({other.points for other in exercises.Pool(topic).members()}) > 1:
        faults.append(f"the exercises of the topic {topic} are not worth the same")
    if not (ROOT / exercise.value("read").split("#")[0]).exists():
        faults.append(f"there is no page '{exercise.value('read')}'")
    if len({len(texts) for texts in exercise.alternatives}) > 1:
        faults.append("exercise.txt has 'variant:' lines with more alternatives than others")
    files = "".join(exercise.text(name) for name in ("README.md", "solution.cuh", "test.cu")) + "\n".join(value for _, value in exercise.lines)
    faults += [f"no file has the text '{texts[0]}' of a variant" for texts in exercise.alternatives if texts[0] not in files]
    text = (folder / "exercise.txt").read_text(encoding="utf-8")
    if any(not re.match(f"({'|'.join(KEYS)}): ", line) for line in text.splitlines()):
        faults.append("exercise.txt has lines of no key")
    if len(list((folder / "wrong").glob("*.cuh"))) < 2:
        faults.append("there are not two wrong answers")
    readme = folder / "README.md"
    if not readme.exists() or not readme.stat().st_size:
        faults.append("there is no README.md")
    if not re.search(r"^ *// \[starter", (folder / "solution.cuh").read_text(encoding="utf-8"), re.M):
        faults.append("solution.cuh has no // [starter")
    return faults


def must_fail(tools, exercise, what, pattern, data, work):
    """Why it is no proof, if it is none: the answer must fail, and say what the pattern matches."""
    verdict = attempt.attempt(tools, exercise, data, work)
    if verdict.passed:
        return [f"{what} passes"]
    if verdict.state == "compile":
        return [f"{what} does not compile:\n{verdict.text}"]
    if not any(re.search(pattern, line) for line in verdict.said):
        return [f"{what} fails, but not for its reason ('{pattern}'):\n{verdict.text}"]
    return []


def check_exercise(tools, exercise):
    """All that is wrong with it as it is in its files."""
    faults = faults_of_form(exercise)
    wrong = sorted((exercise.folder / "wrong").glob("*.cuh"))
    with attempt.scratch_folder() as scratch:
        faults += must_fail(tools, exercise, "the starter", exercise.value("fails"), exercise.starter.encode(), scratch / "1")
        verdict = attempt.attempt(tools, exercise, exercise.solution.encode(), scratch / "2", (*attempt.PUBLIC_SEEDS, "3", "4"))
        if not verdict.passed:
            faults.append(f"the solution does not pass:\n{verdict.text}")
        for file in wrong:
            first = file.read_text(encoding="utf-8").split("\n", 1)[0]
            if not first.startswith("// rejected: "):
                faults.append(f"the first line of {file} does not say '// rejected: REGEX'")
                continue
            faults += must_fail(tools, exercise, f"wrong/{file.name}", first[len("// rejected: "):], file.read_bytes(), scratch / "3")
    if not faults:
        print(f"ok: {exercise.name}: the starter fails, the solution passes, {len(wrong)} wrong answers are rejected", flush=True)
    return faults


def check_variants(tools, exercise):
    """All that is wrong with its other variants."""
    faults = []
    with attempt.scratch_folder() as scratch:
        for number in range(1, exercise.variants):
            faults += faults_of_variant(tools, exercise.variant(number), scratch / "1")
    if not faults:
        print(f"ok: {exercise.name}: {exercise.variants - 1} other variants are exercises too", flush=True)
    return faults


def faults_of_variant(tools, exercise, work):
    """It is another exercise, and as good a one: the starter fails, the solution passes, and the solution of the exercise as it
    is in the files does not."""
    what, original = f"variant {exercise.number}", exercise.variant(0)
    faults = must_fail(tools, exercise, f"the starter of {what}", exercise.value("fails"), exercise.starter.encode(), work)
    verdict = attempt.attempt(tools, exercise, exercise.solution.encode(), work)
    if not verdict.passed:
        faults.append(f"the solution of {what} does not pass:\n{verdict.text}")
    if attempt.attempt(tools, exercise, original.solution.encode(), work).passed:
        faults.append(f"the solution of the exercise as it is passes for {what}")
    return faults


def check(words, original=True, variants=True):
    chosen = [exercises.exercise_named(word) for word in words] or exercises.all_exercises()
    if any(exercise.solution is None for exercise in chosen):
        raise Stop(2, "this copy of the course has no solutions, so nothing can be proved")
    tools, good = prepare(), True
    for exercise in chosen:
        faults = check_exercise(tools, exercise) if original else []
        if variants and exercise.variants > 1:
            faults += check_variants(tools, exercise)
        for fault in faults:
            good = False
            print(f"FAILED: {fault}\n  in {exercise.folder}", flush=True)
    return 0 if good else 1
