"""scripts/slides: what a deck of the pages contains."""
import contextlib
import importlib.machinery
import importlib.util
import io
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOADER = importlib.machinery.SourceFileLoader("slides", str(ROOT / "scripts/slides"))
slides = importlib.util.module_from_spec(importlib.util.spec_from_loader("slides", LOADER))
LOADER.exec_module(slides)


class Slides(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = Path(made.name)

    def command(self, *words):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            return slides.main([str(word) for word in words]), said.getvalue()

    def test_a_deck_for_each_week_with_what_its_pages_have(self):
        self.assertEqual(self.command(self.folder)[0], 0)
        weeks = list(slides.weeks())
        self.assertEqual(len(list(self.folder.glob("*.md"))), len(weeks))
        for heading, text, folders in weeks:
            deck = (self.folder / f"{folders[0].name}.md").read_text(encoding="utf-8")
            self.assertTrue(deck.startswith("---\nmarp: true\n"))
            self.assertIn(f"# {heading}\n", deck)
            for page in [page for folder in folders for page in (folder / "README.md", *slides.lessons_of(folder / "README.md"))]:
                title = re.search("^# (.*)", page.read_text(encoding="utf-8"), re.M)[1]
                self.assertIn(f"# {slides.plain(title)}\n", deck)
            for question, answer in slides.questions(text):
                self.assertIn(question, deck)
                self.assertIn(answer, deck)
            self.assertEqual(len(slides.questions(text)), len(re.findall(r"^\d+\. ", text, re.M)))
            self.assertEqual(deck.count("\n```") % 2, 0)
            self.assertNotIn("](../", deck)
            self.assertNotIn("<!-- code", deck)
            for file in re.findall(r"\]\((drawings/[^)]*)\)", deck):
                self.assertTrue((self.folder / file).is_file(), file)

    def test_code_tables_and_drawings_of_a_page(self):
        page = self.folder / "README.md"
        (self.folder / "grid.svg").write_text("<svg/>")
        code = "\n".join(f"int x{k};" if k % 10 else "" for k in range(60))
        page.write_text("# `sum`: a sum\n\nHow [fast](a.md)\nis it?\n\nNot this.\n\n## One\n![A grid](grid.svg)\n\n<!-- code: f -->\n"
                        f"```cuda\n{code}\n```\n<!-- end -->\n\n```sh\n./run sum\n```\n\n| rung | ms |\n|---|---|\n| [a](b) | 1 |\n")
        deck = slides.Deck(False)
        deck.page(page)
        self.assertEqual(deck.slides[0], "# `sum`: a sum\n\nHow fast is it?\n")
        self.assertIn("## One\n\n![h:480](drawings/grid.svg)", deck.slides[1])
        shown = [one for one in deck.slides if "```cpp" in one]
        self.assertEqual([one.count("\nint x") for one in shown], [27, 27])
        self.assertIn("| rung | ms |\n|---|---|\n| a | 1 |", deck.slides[-1])
        self.assertNotIn("./run sum", "".join(deck.slides))

    def test_a_long_table_goes_on_on_the_next_slide_and_a_drawing_is_shown_once(self):
        (self.folder / "grid.svg").write_text("<svg/>")
        rows = "".join(f"| {k} | {'word ' * 20}|\n" for k in range(30))
        (self.folder / "README.md").write_text(f"# A\n\n![A grid](grid.svg)\n\n![A grid](grid.svg)\n\n| k | words |\n|---|---|\n{rows}")
        deck = slides.Deck(True)
        deck.page(self.folder / "README.md")
        self.assertEqual(sum("grid.svg" in one for one in deck.slides), 1)
        parts = [one for one in deck.slides if "| k | words |\n|---|---|\n" in one]
        self.assertGreaterEqual(len(parts), 3)
        self.assertEqual(sum(one.count("word word") > 0 for one in parts), len(parts))
        self.assertTrue(all(one.startswith("<!-- _class: invert small -->") for one in parts))

    def test_check_finds_a_deck_that_differs(self):
        self.assertEqual(self.command("--check", self.folder, "ch02")[0], 1)
        self.command(self.folder, "ch02")
        self.assertEqual(self.command("--check", self.folder, "ch02"), (0, ""))
        (self.folder / "ch02_threads.md").write_text("other")
        self.assertEqual(self.command("--check", self.folder, "ch02")[0], 1)
        self.assertEqual([file.name for file in self.folder.glob("*.md")], ["ch02_threads.md"])

    def test_what_is_refused(self):
        for words in ([], ["--none", "x"], [self.folder, "ch99"]):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
                self.command(*words)
