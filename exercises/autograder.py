#!/usr/bin/env python3
"""Grades a submission for Classroom 50, whose runner starts this file in the student's checkout. Set the three values below.

Where the course is there already, with its emulator built (CUDA_COURSE names its folder; exercises/Containerfile makes an
image with one in /course), it is taken from there; else it is fetched and built, which takes minutes. What the grader says
goes into result.json and release-body.md, where the runner looks for them. A status other than 0 tells the runner that
the grader failed, not the student.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COURSE = "https://github.com/OWNER/REPOSITORY.git"  # the lessons
VERSION = "main"                                    # a commit or a tag, so that grades stay comparable
EXERCISES_OF = "ch02_threads"                       # a chapter or an exercise


def course_folder(scratch):
    there = Path(os.environ.get("CUDA_COURSE", "/course"))
    if (there / "learn").exists():
        return there
    folder = scratch / "course"
    for words in (["init", "-q", folder], ["-C", folder, "fetch", "-q", "--depth", "1", COURSE, VERSION],
                  ["-C", folder, "checkout", "-q", "FETCH_HEAD"]):
        subprocess.run(["git", *words], check=True)
    return folder


def main():
    submission = Path.cwd()
    with tempfile.TemporaryDirectory() as made:
        scratch = Path(made)
        subprocess.run([course_folder(scratch) / "learn", "grade", "--out", scratch / "grades", "--only", EXERCISES_OF, submission],
                       check=True)
        graded = scratch / "grades" / submission.name
        shutil.copyfile(graded / "result.json", submission / "result.json")
        report = (graded / "report.txt").read_text(encoding="utf-8").replace("```", "'''")
        (submission / "release-body.md").write_text(f"```text\n{report}```\n", encoding="utf-8")


try:
    main()
except (subprocess.CalledProcessError, OSError) as error:
    sys.exit(f"autograder: {error}")
