"""The parts of the project: the commands, a lesson and what belongs to it, the ways to run it, the pages."""

from canvas import drawing


@drawing(
    "course_parts",
    "The parts of the project",
    """The commands run, test and learn build and start a lesson's program, its test with its planted bugs, and the
    exercises. The program and the test use the same kernels, and these use common. nvcc compiles the kernels for a
    GPU; the emulator translates them for a CPU, and its microscope checks every access. Records of a GPU's run are in
    measured, from which scripts write the tables of the pages.""",
    546,
)
def parts(d):
    commands = [(20, 220, "./run"), (250, 220, "./test"), (480, 220, "./learn")]
    for x, w, text in commands:
        d.box(x, 20, w, 36, text, "orange", 16, mono=True)

    d.frame(20, 92, 220, 172, "a lesson", "blue", bold=True)
    d.text(30, 134, "chNN_chapter/topic/", mono=True, size=14)
    d.box(34, 146, 192, 30, "main.cpp", "plain", 15, mono=True)
    d.box(34, 186, 192, 30, "topic.cu: kernels", "plain", 15, mono=True)
    d.box(34, 226, 192, 30, "topic.h: reference", "plain", 15, mono=True)

    d.frame(250, 92, 220, 172, "its test", "green", bold=True)
    d.text(260, 134, "tests/chNN_chapter/", mono=True, size=14)
    d.box(264, 146, 192, 30, "topic_test.cpp", "plain", 15, mono=True)
    d.box(264, 186, 192, 70, "topic.mutants:\nplanted bugs", "plain", 15, mono=True)

    d.arrow([(264, 161), (226, 197)])
    d.arrow([(264, 221), (226, 205)])

    d.frame(480, 92, 220, 172, "exercises", "purple", bold=True)
    d.text(490, 134, "exercises/chNN/name/", mono=True, size=14)
    d.box(494, 146, 192, 30, "README, hints", "plain", 15)
    d.box(494, 186, 192, 30, "solution.cuh", "plain", 15, mono=True)
    d.box(494, 226, 192, 30, "test.cu, wrong/*", "plain", 15, mono=True)
    for x in (130, 360, 590):
        d.arrow([(x, 56), (x, 92)], "orange", 2)

    d.box(20, 296, 450, 36, "common/: checks, timers, tables, shared kernels", "grey", 15)
    d.arrow([(130, 264), (130, 296)])
    d.arrow([(360, 264), (360, 296)])

    d.frame(20, 366, 220, 84, "build/cuda", "grey", 15, mono=True)
    d.box(34, 396, 192, 42, "nvcc, a GPU", "plain", 15)
    d.frame(250, 366, 450, 84, "build/emulator, build/microscope", "grey", 15, mono=True)
    d.box(264, 396, 206, 42, "emulator/: a CPU", "plain", 15)
    d.box(480, 396, 206, 42, "and its microscope", "plain", 15)
    d.arrow([(130, 332), (130, 366)])
    d.arrow([(360, 332), (360, 366)])
    d.arrow([(590, 264), (590, 366)])

    d.box(20, 488, 220, 40, "measured/", "grey", 16, mono=True)
    d.arrow([(130, 450), (130, 488)], "blue", 2)
    d.text(140, 474, "./run --report", mono=True, size=14)
    d.box(400, 488, 300, 40, "pages: README.md, docs/", "blue", 16)
    d.arrow([(240, 508), (400, 508)], "blue", 2)
    d.text(320, 500, "scripts/pages", "middle", 14, mono=True)
    d.arrow([(590, 450), (590, 488)], "blue", 2)
    d.text(580, 474, "scripts/microscope_pages", "end", 14, mono=True)
