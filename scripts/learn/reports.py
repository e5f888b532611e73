"""What grading writes: for each student a report as text and as HTML, Gradescope's results.json and Classroom 50's
result.json; for the class a CSV file, a page, a JUnit file, and columns for Canvas and Moodle."""
import csv
import datetime
import html
import io
import json
import os
import re
import urllib.parse

from . import roster, wording
from .visibility import PARTS, visibility_of

# Names in the folder of the reports that no student's folder may have.
OF_THE_CLASS = ("grades.csv", "index.html", "junit.xml", "canvas.csv", "moodle.csv", "roster.txt", "seed.txt", "..", ".")
PARTS_IN_WORDS = dict(zip(PARTS, ("it compiles", "the results are right", "without a finding", "within the bars")))
STYLE = (":root{color-scheme:light dark;--line:#ccc;--full:#cfe8cf;--part:#f6ecc4;--none:#f3d0cc;--missing:#777}"
         "@media(prefers-color-scheme:dark){:root{--line:#555;--full:#1e4526;--part:#4f4312;--none:#5a221c;--missing:#999}}"
         "body{font:16px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}"
         "td,th{text-align:left;vertical-align:top;padding:.4em .8em;border-top:1px solid var(--line)}"
         "pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}")
# On a narrow screen what is said of an exercise stands below its name.
REPORT_STYLE = ("@media(max-width:45em){tr{display:grid;grid-template-columns:1fr auto;border-top:1px solid var(--line);padding:.4em 0}"
                "td,th{border:0;padding:.2em .4em}td:nth-child(n+3){grid-column:1/-1}th:nth-child(n+3){display:none}}")
CLASS_STYLE = ("body{max-width:none}td,th{padding:.2em .5em}td.full{background:var(--full)}td.part{background:var(--part)}"
               "td.none{background:var(--none)}td.missing{color:var(--missing)}th.exercise{writing-mode:vertical-rl}")


def write(folder, name, text):
    with open(folder / name, "w", encoding="utf-8", errors="replace", newline="") as opened:
        opened.write(text)


def cell(text):
    """A text in a CSV file: no formula for a spreadsheet. It looks behind spaces, tabs and ends of lines too, takes the wide
    signs of East Asian fonts for the others, and where it separates cells by something else than a comma, one begins there."""
    text = " ".join(wording.printable(str(text)).split())
    return re.sub(r"(^|[;,|\"]\s*)(?=[=+\-@|%\uff1d\uff0b\uff0d\uff20])", r"\1'", text)


def csv_text(rows):
    """Rows of text and numbers; text is quoted."""
    lines = []
    for row in rows:
        cells = [str(value) if isinstance(value, (int, float)) else '"' + cell(value).replace('"', '""') + '"' for value in row]
        lines.append(",".join(cells) + "\n")
    return "".join(lines)


# ---- A student


def text_report(student, when):
    lines = [f"Exercises of {student.name}, graded on {when}"]
    for mark in student.marks:
        lines += ["", f"{mark.exercise.name:<20} {mark.score:2} of {mark.exercise.points:2} points  {mark.in_words}"]
        lines += [f"    {line}".rstrip() for line in mark.judged.said.split("\n")]
    if student.notes:
        lines += ["", "Files:", *(f"    {note}" for note in student.notes)]
    return "\n".join([*lines, "", f"Together: {student.score} of {student.most} points"]) + "\n"


def html_page(title, style, body):
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{html.escape(title)}</title>\n<style>{style}</style></head><body>\n{body}</body></html>\n")


def html_report(student, when):
    rows = [f"<tr><td>{html.escape(mark.exercise.name)}<br>{html.escape(mark.exercise.value('title'))}</td>"
            f"<td>{mark.score} of {mark.exercise.points}</td><td>{html.escape(mark.in_words)}</td>"
            f"<td><pre>{html.escape(mark.judged.said)}</pre></td></tr>\n" for mark in student.marks]
    notes = "".join(f"<li>{html.escape(note)}</li>\n" for note in student.notes)
    return html_page(student.name, STYLE + REPORT_STYLE, f"<h1>{html.escape(student.name)}</h1><p>graded on {when}</p>\n"
                     "<table><tr><th>exercise</th><th>points</th><th></th><th></th></tr>\n" + "".join(rows) + "</table>\n"
                     + (f"<p>Files:</p><ul>{notes}</ul>\n" if notes else ""))


def json_lines(fields, tests):
    """An object with a line for each field, and one for each test."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in fields.items()]
    listed = ",".join("\n    " + json.dumps(test, ensure_ascii=False) for test in tests)
    return "{\n" + "\n".join(lines) + f'\n  "tests": [{listed}\n  ]\n}}\n'


def gradescope_tests(student, options):
    """A test per exercise, or with partial credit one for each part that has points. What is said on an answer stands in the
    test that it did not pass, so a test that all may see tells nothing of one that is hidden."""
    for number, mark in enumerate(student.marks, 1):
        parts = [part for part in PARTS if mark.points_of(part)]
        told = next((part for part in parts if PARTS.index(part) >= PARTS.index(mark.part)), parts[-1])
        for place, part in enumerate(parts, 1):
            met = part in mark.judged.met
            yield {"name": f"{mark.exercise.name}: {mark.exercise.value('title')}" + (f" ({PARTS_IN_WORDS[part]})" if options.partial else ""),
                   "number": str(number) if len(parts) == 1 else f"{number}.{place}",
                   "score": rounded(mark.points_of(part) * mark.share) if met else 0, "max_score": rounded(mark.points_of(part)),
                   "status": "passed" if met else "failed", "output": mark.judged.said if part == told else "", "output_format": "text",
                   "visibility": visibility_of(options.visibility, mark.exercise, part)}


def rounded(value):
    return int(value) if value == int(value) else round(value, 2)


def gradescope(student, options):
    """https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format"""
    fields = {"score": student.score, "execution_time": sum(mark.judged.milliseconds for mark in student.marks) / 1000,
              "visibility": "visible", "stdout_visibility": "hidden"}
    if student.notes:
        fields["output"] = "\n".join(student.notes)
    return json_lines(fields, gradescope_tests(student, options))


def classroom(student, when):
    """https://github.com/foundation50/classroom50/wiki/Advanced-Autograding: what its runner knows of the submission stands
    in variables."""
    known = os.environ.get
    fields = {"schema": "classroom50/result/v1", "classroom": known("CLASSROOM", ""), "assignment": known("ASSIGNMENT", ""),
              "owner": known("OWNER") or student.name, "submission": known("SUBMISSION_TAG", ""), "commit": known("COMMIT_URL", ""),
              "release": known("RELEASE_URL", ""), "review": known("REVIEW_URL") or known("COMMIT_URL", ""), "datetime": when,
              "score": student.score, "max-score": student.most}
    tests = [{"test-name": mark.exercise.name, "passed": mark.judged.state == "passed", "score": mark.score,
              "max-score": mark.exercise.points, "output": mark.judged.said} for mark in student.marks]
    return json_lines(fields, tests)


# ---- The class


def grades_csv(students, chosen):
    names = ["student", *(exercise.name for exercise in chosen), "points", "of", "remarks"]
    return ",".join(names) + "\n" + csv_text(
        [student.name, *(mark.score for mark in student.marks), student.score, student.most, "; ".join(student.remarks)]
        for student in students)


def junit(students):
    """Control characters, which XML has none of, are not in these texts any more."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for student in students:
        name = html.escape(student.name)
        lines.append(f'<testsuite name="{name}" tests="{len(student.marks)}">')
        for mark in student.marks:
            failure = "" if mark.judged.state == "passed" else \
                f'<failure message="{html.escape(mark.in_words)}">{html.escape(mark.judged.said)}</failure>'
            lines.append(f'<testcase classname="{name}" name="{mark.exercise.name}" time="{mark.judged.milliseconds / 1000:.3f}">{failure}'
                         "</testcase>")
        lines.append("</testsuite>")
    return re.sub("[\ufffe\uffff]", "?", "\n".join([*lines, "</testsuites>"])) + "\n"


def class_cell(mark):
    kind = "missing" if mark.judged.state == "missing" else \
        "full" if mark.score == mark.exercise.points else "part" if mark.score else "none"
    attempts = f" <small>({mark.attempts})</small>" if mark.attempts else ""
    shown = "-" if kind == "missing" else mark.score
    return f'<td class="{kind}" title="{html.escape(mark.in_words)}">{shown}{attempts}</td>'


def class_page(students, chosen, when):
    head = "".join(f'<th class="exercise">{html.escape(exercise.name)}</th>' for exercise in chosen)
    rows = [f'<tr><td><a href="{html.escape(link_to(student.folder))}/report.html">{html.escape(student.name)}</a></td>'
            + "".join(map(class_cell, student.marks))
            + f"<td>{student.score} of {student.most}</td><td>{html.escape('; '.join(student.remarks + student.notes))}</td></tr>\n"
            for student in students]
    solved = [sum(student.marks[i].judged.state == "passed" for student in students) for i in range(len(chosen))]
    tried = [sorted(student.marks[i].attempts for student in students if student.marks[i].attempts) for i in range(len(chosen))]
    last = "".join(f"<td>{count}</td>" for count in solved)
    median = "".join(f"<td>{attempts[len(attempts) // 2] if attempts else ''}</td>" for attempts in tried)
    return html_page("The class", STYLE + CLASS_STYLE, f"<h1>The class</h1><p>{len(students)} students, graded on {when}. In brackets: "
                     "attempts, as the student's progress.txt says. A remark is a reason to look: short answers are alike by "
                     f"themselves.</p>\n<table><tr><th>student</th>{head}<th>points</th><th>remarks</th></tr>\n{''.join(rows)}"
                     f"<tr><th>solved by</th>{last}<td></td><td></td></tr>\n"
                     f"<tr><th>attempts, the median</th>{median}<td></td><td></td></tr></table>\n")


def link_to(folder):
    return urllib.parse.quote(os.fsencode(folder))


# ---- Learning platforms


def write_platforms(out, students, people, title):
    """Grades in the columns that Canvas and Moodle import. A student without a folder keeps an empty cell."""
    found, problems = roster.match(people, [student.folder for student in students])
    scores = {id(found[student.folder]): student for student in students if student.folder in found}
    most = students[0].most if students else 0
    canvas = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title], ["    Points Possible", "", "", "", "", most]]
    moodle = [["Full name", "ID number", "Username", "Email address", title, "Feedback comments"]]
    for person in people:
        student = scores.get(id(person))
        score = student.score if student else ""
        canvas.append([person.name, person.cells.get("id", ""), person.cells.get("sis user id", person.id),
                       person.cells.get("sis login id", person.login or person.mail), person.cells.get("section", ""), score])
        moodle.append([person.name, person.id, person.login, person.mail, score,
                       f"{student.score} of {student.most} points" if student else "not handed in"])
        if not student:
            problems.append(f"{person.name} has handed in nothing")
    write(out, "canvas.csv", platform_text(canvas))
    write(out, "moodle.csv", platform_text(moodle))
    write(out, "roster.txt", "".join(wording.printable(line.replace("\n", " ")) + "\n" for line in problems))
    if problems:
        print(f"{len(problems)} remarks on the roster: {out}/roster.txt")


def platform_text(rows):
    text = io.StringIO()
    plain = [[value if isinstance(value, (int, float)) else cell(value) for value in row] for row in rows]
    csv.writer(text, lineterminator="\n").writerows(plain)
    return text.getvalue()


def write_all(out, students, chosen, options, people):
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    for student in students:
        folder = out / student.folder
        folder.mkdir(exist_ok=True)
        write(folder, "report.txt", text_report(student, when))
        write(folder, "report.html", html_report(student, when))
        write(folder, "results.json", gradescope(student, options))
        write(folder, "result.json", classroom(student, when))
    write(out, "grades.csv", grades_csv(students, chosen))
    write(out, "index.html", class_page(students, chosen, when))
    write(out, "junit.xml", junit(students))
    if people:
        write_platforms(out, students, people, options.title)
