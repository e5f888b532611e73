"""A class: which files are whose, what is alike, dates, rosters, and what tables may hold."""
import argparse
import csv
import io
import os
import signal
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from learn import compare, copies, dates, exercises, grade, handed_in, learner, reports, roster, visibility
from learn.project import Stop

GUARD, PADDING, SUM = (exercises.exercise_named(name) for name in ("guard", "padding", "one_per_block"))
KNOWN = [exercise.name for exercise in exercises.all_exercises()]


class Folder(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)

    def put(self, path, text="x"):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def hand_in(self):
        return handed_in.HandIn(self.folder, [GUARD, PADDING], KNOWN)


class HandedIn(Folder):
    def test_names_and_places(self):
        for path in ("guard.cuh", "ch02_threads/guard.cuh", "a/b/my_exercises/ch02_threads/guard.cuh", "guard (1).cuh", "guard(2).cuh",
                     "guard-1.cuh", "guard.cu", "Guard.CUH", "guard.cuh.txt", "Copy of guard.cuh", "guard - Copy.cuh",
                     "ashanna_123_4567_guard.cuh", "ashanna_LATE_123_4567_guard-2.cuh", "ch02_threads/guard/guard.cuh"):
            with self.subTest(path):
                self.setUp()
                self.put(path, path)
                self.assertEqual(self.hand_in().answers, {"guard": path.encode()})

    def test_what_is_not_the_exercise(self):
        for path in ("guard.md", "guard.cuh.old", "my_guard.cuh", "guardian.cuh", "guard.py", "__MACOSX/guard.cuh", "mask.cuh"):
            with self.subTest(path):
                self.setUp()
                self.put(path)
                self.assertEqual(self.hand_in().answers, {})

    def test_the_best_of_several(self):
        for path in ("old/guard.cuh", "guard (1).cuh", "guard (3).cuh"):
            self.put(path, path)
        found = self.hand_in()
        self.assertEqual(found.answers["guard"], b"old/guard.cuh")
        self.assertIn("guard: guard (3).cuh differs from old/guard.cuh, and was not graded", found.notes)
        self.put("new/ch02_threads/guard.cuh", "chapter")
        self.assertEqual(self.hand_in().answers["guard"], b"chapter")
        os.unlink(self.folder / "old/guard.cuh")
        os.unlink(self.folder / "new/ch02_threads/guard.cuh")
        self.assertEqual(self.hand_in().answers["guard"], b"guard (3).cuh")

    def test_links_are_not_followed(self):
        self.put("real/secret.txt", "secret")
        os.symlink(self.folder / "real/secret.txt", self.folder / "guard.cuh")
        os.symlink(self.folder / "real", self.folder / "ch09_shared")
        self.put("real/padding.cuh", "there")
        self.assertEqual(self.hand_in().answers, {"padding": b"there"})
        self.assertIsNone(handed_in.read_plain(self.folder, "guard.cuh"))
        self.assertIsNone(handed_in.read_plain(self.folder, "ch09_shared/padding.cuh"))
        os.mkfifo(self.folder / "pipe")
        self.assertIsNone(handed_in.read_plain(self.folder, "pipe"))

    def test_many_copies(self):
        for i in range(40):
            self.put(f"guard ({i}).cuh", str(i))
        notes = self.hand_in().notes
        self.assertEqual(len(notes), handed_in.MOST_NAMED + 2)
        self.assertEqual(notes[-1], "guard: 27 more files of it were not looked at")

    def test_progress(self):
        read = learner.read_progress("guard solved \u00b2 1\npadding tried 3 \u0663\nmask tried " + "9" * 5000 + " 1\nfuse tried 3 2\n")
        self.assertEqual({name: state.attempts for name, state in read.items()}, {"fuse": 3})

    def test_names_in_a_report(self):
        self.put("a\nb\x1b[2J.zip")
        notes = self.hand_in().notes
        self.assertEqual(notes[0], "not used: a?b?[2J.zip")
        self.assertIn("was not unpacked", notes[1])


class Judging(unittest.TestCase):
    def test_a_process_that_is_ended_takes_no_other_with_it(self):
        def judge(task):
            if task[0] == "ended":
                os.kill(os.getpid(), signal.SIGKILL)
            if task[0] == "failed":
                raise SystemExit(1)
            return grade.Judged("passed", task[0])

        with mock.patch.object(grade, "judge_file", judge):
            found = grade.judge_all([(key,) for key in ("a", "ended", "b", "failed", "c")], 2)
        self.assertEqual({key: judged.state for key, judged in found.items()},
                         {"a": "passed", "b": "passed", "c": "passed", "ended": "broken", "failed": "broken"})
        self.assertEqual(found["c"].said, "c")
        self.assertEqual(grade.judge_all([], 2), {})


class Compare(unittest.TestCase):
    def setUp(self):
        self.exercise = exercises.exercise_named("one_per_block")
        self.solution = self.exercise.solution

    def remarks(self, **answers):
        return compare.Comparison(self.exercise).remarks(answers, {name: name for name in answers}, dict.fromkeys(answers, 0))

    def test_names_comments_and_layout_make_no_difference(self):
        other = self.solution.replace("tile", "square").replace("half", "distance").replace("\n", " // why\n").replace("  ", " ")
        self.assertEqual(self.remarks(ann=other), {"ann": "equal to the published solution"})

    def test_equal_to_each_other(self):
        own = "__global__ void add_up(const int* x, int* total, int n) {\n" + "".join(
            f"  if (n > {i}) atomicAdd(total, x[{i}] * {i + 7} - n / {i + 3});\n" for i in range(12)) + "}\n"
        self.assertEqual(self.remarks(ann=own, ben=own.replace("total", "sum"), cem=self.exercise.starter + "// mine\n"),
                         {"ann": "equal to ben", "ben": "equal to ann"})
        near = self.remarks(ann=own, ben=own.replace("x[11]", "(x[11] + 1)"))
        self.assertRegex(near["ann"], r"nearly equal to ben \(9\d %\)")

    def test_other_answers_and_short_ones(self):
        self.assertEqual(self.remarks(ann="int a;" * 50, ben="for (int i = 0; i < 9; ++i) f(i, i + 1, g(i));" * 5), {})
        self.exercise = GUARD
        self.assertEqual(self.remarks(ann=GUARD.solution, ben=GUARD.solution), {})


    def test_variants_and_what_is_around_a_solution(self):
        variants = [self.exercise.variant(number).solution for number in range(3)]
        compared = compare.Comparison(self.exercise)
        names = {name: name for name in ("ann", "ben", "cem")}
        told = compared.remarks(dict(zip(names, variants)), names, {"ann": 0, "ben": 1, "cem": 2})
        self.assertEqual(set(told.values()), {"equal to the published solution"})
        around = "".join(f"__device__ int unused_{i}(int a) {{ return a * {i} - a / {i + 2}; }}\n" for i in range(60))
        self.assertEqual(self.remarks(ann=around + self.solution), {"ann": "contains the published solution"})
        guards = compare.Comparison(GUARD)
        every = "".join(GUARD.variant(number).solution for number in range(3))
        self.assertEqual(guards.remarks({"ann": every, "ben": GUARD.variant(1).solution}, names, {"ann": 0, "ben": 1}),
                         {"ann": "has times_five, triple_all of another variant"})


class Visibility(unittest.TestCase):
    def test_the_last_rule_counts(self):
        rules = ["after_due_date", "visible:compiles,ch09_shared", "hidden:topic:guards"]
        self.assertEqual([visibility.visibility_of(rules, exercise, part) for exercise in (GUARD, PADDING) for part in ("compiles", "cheap")],
                         ["hidden", "hidden", "visible", "visible"])
        self.assertEqual(visibility.visibility_of(rules, SUM, "compiles"), "visible")
        self.assertEqual(visibility.visibility_of(rules, SUM, "right"), "after_due_date")
        self.assertEqual(visibility.visibility_of([], GUARD, "right"), "visible")

    def test_what_is_no_rule(self):
        for word in ("", "soon", "hidden:", "hidden:a,,b", "Visible"):
            self.assertRaises(argparse.ArgumentTypeError, visibility.rule, word)
        visibility.check(["hidden:cheap,guard,ch02_threads,topic:guards"], [GUARD], True)
        for rule, partial in (("hidden:padding", True), ("hidden:cheap", False), ("hidden:chaep", True)):
            self.assertRaisesRegex(Stop, "nothing that is graded", visibility.check, [rule], [GUARD], partial)


class Tests(unittest.TestCase):
    """On Gradescope."""

    def parts_of(self, met, *rules, partial=True, credit=(10, 40, 20, 30)):
        mark = grade.Mark(PADDING, grade.Judged("bars", "why", met), credit if partial else (0, 0, 0, 100))
        student = SimpleNamespace(marks=[mark])
        return list(reports.gradescope_tests(student, SimpleNamespace(partial=partial, visibility=list(rules))))

    def test_each_part_is_one(self):
        tests = self.parts_of(("compiles", "right"), "hidden", "visible:compiles")
        self.assertEqual([test["score"] for test in tests], [1, 4, 0, 0])
        self.assertEqual([test["max_score"] for test in tests], [1, 4, 2, 3])
        self.assertEqual([test["output"] for test in tests], ["", "", "why", ""])
        self.assertEqual([test["visibility"] for test in tests], ["visible", "hidden", "hidden", "hidden"])
        self.assertEqual([test["number"] for test in tests], ["1.1", "1.2", "1.3", "1.4"])

    def test_weights_of_its_own(self):
        tests = self.parts_of(("compiles", "right"), credit=(0, 100, 0, 0))
        self.assertEqual([(test["score"], test["output"]) for test in tests], [(10, "why")])
        self.assertEqual([test["score"] for test in self.parts_of(("compiles",), partial=False)], [0])


class Dates(Folder):
    def read(self, text):
        self.put("dates.txt", text)
        return dates.read(self.folder / "dates.txt")

    def test_days(self):
        read = self.read("due 2026-10-12 23:59\ndue ch09_shared 2026-10-14 12:00\nlate 30\nfree 1\nextension ann 2\n"
                         "handed-in ben 2026-10-13 23:58\nhanded-in ann '2026-10-17' 09:00  # why\nhanded-in late 2026-10-20 00:00 of ann\n")
        self.assertEqual(read.days_late("ben", GUARD), 0)
        self.assertEqual(read.days_late("ann", GUARD), 2)
        self.assertEqual(read.days_late("ann", PADDING), 0)
        self.assertEqual(read.days_late("late", GUARD), 5)
        self.assertEqual(read.owner("late"), "ann")
        self.assertEqual([round(read.share(days), 6) for days in (0, 1, 4)], [1, 0.7, 0])
        self.assertEqual(read.days_late("nobody", GUARD), 0)

    def test_lines_that_are_not_understood(self):
        for line in ("due tomorrow", "due 2026-13-01 00:00", "late many", "late -5", "late nan", "free 1e9", "extension ann", "handed-in ann",
                     "handed-in ../.. 2026-10-12 00:00", "handed-in a 2026-10-12 00:00 of ../b", "handed-in a 2026-10-12 00:00 of ..",
                     "handed-in 'ann 2026-10-12 00:00", "give ann 100"):
            with self.subTest(line), self.assertRaisesRegex(Stop, "dates.txt:2: this line is not understood"):
                self.read("late 10\n" + line)
        with self.assertRaisesRegex(Stop, "cannot be read"):
            dates.read(self.folder / "none.txt")


class Roster(Folder):
    def read(self, data):
        (self.folder / "roster.csv").write_bytes(data if isinstance(data, bytes) else data.encode())
        return roster.read(self.folder / "roster.csv")

    def test_platforms(self):
        for text in ("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Ash, Anna\",12,s77,anna,A\n",
                     "\ufeffFirst name;Last name;ID number;Email address\r\nAnna;Ash;s77;anna@example.org\r\n",
                     "Name\tE-mail\tSID\nAnna Ash\tanna@example.org\ts77\n"):
            with self.subTest(text):
                people = self.read(text)
                self.assertEqual(len(people), 1)
                for folder in ("anna", "s77", "Anna Ash", "ash_anna", "AshAnna_12_345", "Anna Ash_998_assignsubmission_file_"):
                    found, problems = roster.match(people, [folder])
                    self.assertEqual((found.get(folder), problems), (people[0], []), folder)

    def test_what_is_not_clear(self):
        people = self.read("name,id\nAnn Bo,1\nBo Ann,2\nCy,3\n")
        found, problems = roster.match(people, ["annbo", "dee", "3", "cy"])
        self.assertEqual(set(found), {"3", "cy"})
        self.assertIn("the folder annbo may be that of Ann Bo or Bo Ann", problems)
        self.assertIn("the folder dee is nobody's on the roster", problems)
        self.assertIn("Cy has several folders: 3, cy; the last one counts", problems)

    def test_other_scripts(self):
        people = self.read("name,id\n李 雷,1\n韩 梅,2\nJosé Díaz,3\n")
        found, problems = roster.match(people, ["李雷", "diaz_jose"])
        self.assertEqual([found[name].id for name in ("李雷", "diaz_jose")], ["1", "3"])
        self.assertEqual(problems, [])

    def test_gradescope(self):
        self.put("metadata.json", '{"users": [{"email": "ann@example.org", "id": 1, "name": "Anna Ash"}]}')
        (ann,) = roster.of_gradescope(self.folder / "metadata.json")
        self.assertEqual(roster.keys_of(ann), {"annaash", "ashanna", "annexampleorg", "ann"})
        for text in ("", "{", "[]", "{}", '{"users": 3}', '{"users": [{}]}', '{"users": []}'):
            self.put("metadata.json", text)
            self.assertRaises(Stop, roster.of_gradescope, self.folder / "metadata.json")

    def test_whose_variants(self):
        (self.folder / "roster.csv").write_text("name,id\nAnn Ash,7\n")
        people = roster.read(self.folder / "roster.csv")
        for said, who, told in (("Ann Ash", people, ("Ann Ash", 0, 0)), ("ashann", people, ("ashann", 0, 0)), ("Ben", people, ("Ann Ash", 1, 1)),
                                ("Ben", [], ("Ben", 1, 0)), ("folder", [], ("folder", 0, 0)), ("", people, ("Ann Ash", 0, 1))):
            hand_in = SimpleNamespace(student=lambda said=said: said, notes=[], remarks=[])
            self.assertEqual((grade.student_of("folder", hand_in, who), len(hand_in.remarks), len(hand_in.notes)), told, said)

    def test_what_is_no_roster(self):
        for data in (b"", b"a,b\n1,2\n", b"name\n\xff\xfe\n", b"name,id\n" + b"a" * 200000 + b",1\n", b"name\n" + b"a\n" * 6_000_000):
            with self.assertRaises(Stop):
                self.read(data)


class Tables(unittest.TestCase):
    def test_no_cell_is_a_formula(self):
        for text in ("=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r\n=1", "\u00a0=1", "|cmd", "%0A=1"):
            self.assertEqual(reports.cell(text)[0], "'", repr(text))
        for text in ("Ann = Bo", "Jean-Luc", "O'Neil", "100 %", "98 % of it; a-b"):
            self.assertEqual(reports.cell(text), text)
        for text, told in (("Ann;=1", "Ann;'=1"), ('Ann"; +1', "Ann\"; '+1"), ("\uff1d1", "'\uff1d1"), ("Ann\x1b[2J\u202eb", "Ann[2Jb")):
            self.assertEqual(reports.cell(text), told)
        rows = [["=1", 'a"b', 3, "a,b\nc"]]
        self.assertEqual(next(csv.reader(io.StringIO(reports.csv_text(rows)))), ["'=1", 'a"b', "3", "a,b c"])

    def test_names_in_pages(self):
        student = SimpleNamespace(name="<script>", folder='"><script>', marks=[], notes=["<b>"], remarks=["<i>"], score=0, most=0)
        for text in (reports.class_page([student], [], "now"), reports.html_report(student, "now"), reports.junit([student])):
            self.assertNotIn("<script>", text)
            self.assertNotIn("<b>", text)
            self.assertNotIn("<i>", text)


class Variants(Folder):
    def test_texts_are_replaced_once_and_everywhere(self):
        for name, text in (("exercise.txt", "title: a b\nvariant: a => b => c\nvariant: b => a => d\nvariant: a b => x => y\n"),
                           ("solution.cuh", "a; b; a b\n"), ("README.md", "# a\n\nb\n")):
            self.put(name, text)
        exercise = exercises.Exercise(self.folder)
        self.assertEqual(exercise.variants, 3)
        self.assertEqual([exercise.variant(number).solution for number in range(3)], ["a; b; a b\n", "b; a; x\n", "c; d; y\n"])
        self.assertEqual([exercise.variant(number).task for number in range(3)], ["b\n", "a\n", "d\n"])
        self.assertEqual(exercise.variant(1).value("title"), "x")
        self.assertEqual(exercise.variant(2).alternatives, exercise.alternatives)

    def test_a_topic_has_two_exercises_or_more_that_are_worth_the_same(self):
        topics = {exercise.value("topic") for exercise in exercises.all_exercises()} - {""}
        self.assertGreaterEqual(len(topics), 8)
        for topic in topics:
            members = exercises.Pool(topic).members()
            self.assertGreaterEqual(len(members), 2, topic)
            self.assertEqual(len({exercise.points for exercise in members}), 1, topic)

    def test_a_student_has_one_exercise_of_a_topic(self):
        pool = exercises.Pool("coalescing")
        given = [pool.for_student(f"student{i}", "seed").name for i in range(60)]
        self.assertEqual(set(given), {exercise.name for exercise in pool.members()})
        self.assertEqual(given, [pool.for_student(f"student{i}", "seed").name for i in range(60)])
        self.assertNotEqual(given, [pool.for_student(f"student{i}", "other").name for i in range(60)])
        self.assertEqual({pool.for_student(f"student{i}", "").name for i in range(60)}, {pool.members()[0].name})
        chosen = exercises.chosen_exercises(["topic:coalescing", "guard", "topic:coalescing"])
        self.assertEqual([slot.name for slot in chosen], ["topic:coalescing", "guard"])
        self.assertRaises(Stop, exercises.chosen_exercises, ["topic:none"])

    def test_a_topic_may_be_due(self):
        calendar = dates.Dates()
        dates.read_line(calendar, ["due", "topic:guards", "2026-10-12", "23:59"])
        dates.read_line(calendar, ["handed-in", "anna", "2026-10-13", "23:00"])
        self.assertEqual([calendar.days_late("anna", exercise) for exercise in (GUARD, PADDING)], [1, 0])

    def test_every_student_has_one(self):
        seen = {exercises.variant_for(GUARD, f"student{i}", "seed").number for i in range(60)}
        self.assertEqual(seen, set(range(GUARD.variants)))
        for word in ("", "other"):
            self.assertEqual(exercises.variant_for(GUARD, "ann", word).number, exercises.variant_for(GUARD, " Ánn", word).number)
        self.assertEqual(exercises.variant_for(GUARD, "ann", "").number, 0)

    def test_half_of_the_exercises_have_variants(self):
        having = [exercise for exercise in exercises.all_exercises() if exercise.variants > 1]
        self.assertGreaterEqual(2 * len(having), len(exercises.all_exercises()))
        for exercise in having:
            told = {(variant.text("test.cu"), variant.solution) for variant in map(exercise.variant, range(exercise.variants))}
            self.assertEqual(len(told), exercise.variants, exercise.name)
            tasks = {exercise.variant(number).task + exercise.variant(number).starter for number in range(exercise.variants)}
            self.assertEqual(len(tasks), exercise.variants, f"{exercise.name}: two variants say the same to the student")

    def test_published_variants_are_the_same(self):
        for exercise in exercises.all_exercises():
            self.setUp()
            for name, text in copies.students_exercise(exercise).items():
                self.put(name, text)
            published = exercises.Exercise(self.folder)
            self.assertEqual(published.variants, exercise.variants, exercise.name)
            for number in range(exercise.variants):
                ours, theirs = exercise.variant(number), published.variant(number)
                for what in ("starter", "task"):
                    self.assertEqual(getattr(theirs, what), getattr(ours, what), exercise.name)
                self.assertEqual(theirs.text("test.cu"), ours.text("test.cu"), exercise.name)
                self.assertEqual(theirs.values("bar"), ours.values("bar"))


class Copies(unittest.TestCase):
    def test_nothing_tells_the_solution(self):
        for exercise in exercises.all_exercises():
            files = copies.students_exercise(exercise)
            self.assertEqual(set(files), {"exercise.txt", "starter.cuh", "README.md", "test.cu"})
            self.assertNotRegex(files["exercise.txt"], "(?m)^(why|fails):")
            self.assertNotIn("starter]", files["starter.cuh"])
            self.assertLess(files["exercise.txt"].count("hint: "), 3)

    def test_a_machine_without_git(self):
        with mock.patch.dict(os.environ, {"PATH": "/nowhere"}):
            self.assertEqual(copies.version(), "unknown")
            names = copies.tracked_files()
        self.assertIn("learn", names)
        self.assertFalse([name for name in names if name.startswith(("build/", ".git/", "my_exercises/"))])


if __name__ == "__main__":
    unittest.main()
