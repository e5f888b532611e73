"""./learn: the exercises are handed out, judged and graded. The standard library of Python 3.9 suffices."""
