"""Who is in the class: a CSV file with a row per student, as a learning platform exports it, and which folder is whose."""
import csv
import dataclasses
import io
import json
import re

from .exercises import plain
from .project import Stop

NAMES, FIRST, LAST = ("name", "student", "full name", "student name"), ("first name", "given name"), ("last name", "surname", "family name")
IDS = ("id number", "sis user id", "student id", "sid", "id")
LOGINS = ("sis login id", "login", "username", "user name")
MAILS = ("email", "e-mail", "email address", "mail")
MOST_BYTES = 10_000_000


@dataclasses.dataclass(frozen=True)
class Person:
    name: str
    id: str
    login: str
    mail: str
    cells: dict  # as in the file, by the columns' names in lower case


def cell(cells, names):
    return next((cells[name] for name in names if cells.get(name)), "")


def read(file):
    try:
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise Stop(2, f"the roster '{file}' cannot be read as UTF-8") from None
    if len(data) > MOST_BYTES:
        raise Stop(2, f"the roster '{file}' has more than 10 MB")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    people = []
    try:
        for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter):
            cells = {(key or "").strip().casefold(): (value or "").strip() for key, value in row.items() if isinstance(value, str)}
            name = cell(cells, NAMES) or f"{cell(cells, FIRST)} {cell(cells, LAST)}".strip()
            if name.casefold() not in ("", "points possible", "student, test"):  # rows of Canvas that are no students
                people.append(Person(name, cell(cells, IDS), cell(cells, LOGINS), cell(cells, MAILS), cells))
    except csv.Error as error:
        raise Stop(2, f"the roster '{file}' is no CSV file: {error}") from None
    if not people:
        raise Stop(2, f"the roster '{file}' has no column with names: name, or first name and last name")
    return people


def of_gradescope(file):
    """Who has handed in: the users of its submission_metadata.json, several for a group."""
    try:
        with open(file, "rb") as opened:
            users = json.loads(opened.read(MOST_BYTES))["users"]
        people = [Person(str(user["name"]), "", "", str(user["email"]), {}) for user in users]
    except (OSError, ValueError, KeyError, TypeError):
        raise Stop(2, f"'{file}' does not say who has handed in, as Gradescope's submission_metadata.json does") from None
    if not people:
        raise Stop(2, f"'{file}' names nobody who has handed in")
    return people


def keys_of(person):
    """What a folder of this student may be called."""
    words = re.findall(r"[^\s,]+", person.name)
    names = {plain(person.name), plain("".join(words[-1:] + words[:-1])), plain("".join(words[1:] + words[:1]))}
    return {key for key in names | {plain(person.id), plain(person.login), plain(person.mail), plain(person.mail.split("@")[0])} if key}


def match(people, folders):
    """By folder its person. Returns also what is not clear, as lines."""
    by_key, problems, found = {}, [], {}
    for person in people:
        for key in keys_of(person):
            by_key.setdefault(key, []).append(person)
    for folder in folders:
        # Moodle: Anna Ash_12345_assignsubmission_file_; Canvas: ashanna_12345_678
        bare = re.sub(r"(_\d+_assignsubmission.*|(_late|_LATE)?_\d+_\d+.*)$", "", folder)
        people_here = by_key.get(plain(folder)) or by_key.get(plain(bare)) or []
        if len(people_here) == 1:
            found[folder] = people_here[0]
        else:
            problems.append(f"the folder {folder} is nobody's on the roster" if not people_here else
                            f"the folder {folder} may be that of {' or '.join(person.name for person in people_here)}")
    for person in people:
        mine = [folder for folder, other in found.items() if other is person]
        if len(mine) > 1:
            problems.append(f"{person.name} has several folders: {', '.join(mine)}; the last one counts")
    return found, problems
