"""Whether answers are the published solution, or equal or nearly equal to each other: by tokens, without regard to names,
comments and layout. What the starter gives is left out, and an answer that adds little to it is not compared: there are few
ways to write three tokens."""
import re
from collections import Counter

LEAST_OWN = 25      # runs of tokens beyond the starter
LENGTH = 5          # tokens in a run
NEARLY = 0.85
WHOLE = 0.95        # of the published solution, in an answer that has more
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|\+\+|--|->|::|\S")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# Words that are no names of the writer's.
KEPT = re.compile(r"(if|else|for|while|do|return|const|constexpr|int|float|double|char|bool|void|unsigned|long|short|auto|struct|template|"
                  r"typename|static|break|continue|sizeof|true|false|switch|case|default|__\w+|(thread|block)(Idx|Dim)|gridDim|"
                  r"atomic\w+|cuda\w+|x|y|z|min|max|printf|size_t|std)$")


def tokens(text):
    found = TOKEN.findall(COMMENT.sub(" ", text))
    return [token if not re.match(r"[A-Za-z_]", token) or KEPT.match(token) else "name" for token in found]


def runs(text):
    listed = tokens(text)
    return Counter(tuple(listed[i:i + LENGTH]) for i in range(max(len(listed) - LENGTH + 1, 1)))


def with_names(text):
    return TOKEN.findall(COMMENT.sub(" ", text))


def same_tokens(one, other):
    """Names and all: whether a file is only another layout of the other, or has other comments."""
    return with_names(one) == with_names(other)


def comments(text):
    return Counter(" ".join(comment.split()) for comment in COMMENT.findall(text))


def defines(text, name):
    """Whether a function of this name begins there."""
    return re.fullmatch(r"\w+", name) and re.search(rf"\w[ &*]+{name}\s*\(", COMMENT.sub(" ", text))


class Comparison:
    """The answers of a class to one exercise, or to its variants: a student's own is the one to compare with the starter and
    with the published solution."""

    def __init__(self, exercise):
        self.of_variant = [OfVariant(exercise.variant(number)) for number in range(exercise.variants)]

    @staticmethod
    def likeness(one, other):
        """1 for equal, 0 for nothing in common."""
        together = sum((one & other).values())
        return together / max(sum(one.values()), sum(other.values()))

    @staticmethod
    def in_words(likeness, whom):
        return f"equal to {whom}" if likeness == 1 else f"nearly equal to {whom} ({100 * likeness:.0f} %)"

    def of_the_published(self, text, variant, own):
        """What is to be said of an answer beside the published solution of any variant; None if there is nothing."""
        strange = sorted({name for other in self.of_variant for name in other.names} - self.of_variant[variant].names)
        strange = [name for name in strange if defines(text, name)]
        if any(other.is_copied(text) for other in self.of_variant):
            return "the published solution with its comments"
        if strange:
            return f"has {', '.join(strange)} of another variant"
        published = [other.solution for other in self.of_variant if own and other.solution]
        likeness = max((self.likeness(own, solution) for solution in published), default=0)
        if likeness >= NEARLY:
            return self.in_words(likeness, "the published solution")
        if any(sum((own & solution).values()) >= WHOLE * sum(solution.values()) for solution in published):
            return "contains the published solution"
        return None

    def remarks(self, answers, names, variants):
        """answers, names, variants: by student, the text, the name, the number of the variant. Returns by student what is to be
        said, of the likest one, with the students' names."""
        own = {student: self.of_variant[variants[student]].own(text) for student, text in answers.items()}
        said = {student: remark for student, text in answers.items()
                if (remark := self.of_the_published(text, variants[student], own[student]))}
        own = {student: added for student, added in own.items() if added}
        for student, added in own.items():
            if student in said:
                continue
            others = [(self.likeness(added, other), whom) for whom, other in own.items() if whom != student]
            best = max((pair for pair in others if pair[0] >= NEARLY), default=None)
            if best:
                same = [names[whom] for likeness, whom in others if likeness == best[0]]
                said[student] = self.in_words(best[0], ", ".join(same[:3]) + (" and others" if len(same) > 3 else ""))
        return said


class OfVariant:
    """What answers to one variant of an exercise are compared with."""

    def __init__(self, exercise):
        self.starter = runs(exercise.starter)
        self.published = exercise.solution or ""
        self.solution = self.own(self.published)
        # Short answers are given away by comments that stand in the solution only.
        self.comments = comments(self.published) - comments(exercise.starter)
        # Functions that another variant calls otherwise.
        self.names = {name for texts in exercise.alternatives if defines(exercise.starter, name := texts[exercise.number])}

    def is_copied(self, text):
        return bool(self.comments) and not self.comments - comments(text) and same_tokens(text, self.published)

    def own(self, text):
        """What an answer adds to the starter; None if it is too little to compare."""
        added = runs(text) - self.starter
        return added if sum(added.values()) >= LEAST_OWN else None
