# few_passes: g++'s options for code that runs only briefly, beside the time that compiling it takes: without passes that
# take long and that such code does not show. Of the lessons' sources, every seventh or eighth, compiled in turns: kernels
# took 0.85 of the time (-O1), programs 0.92 (-Og); the lessons' runs took 1.03 of theirs. Not for the microscope's
# kernels, whose accesses are counted: these passes also remove accesses.
set(few_passes)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(few_passes
      # what a function does to memory, and how often its parts run
      -fno-ipa-pure-const -fno-ipa-reference -fno-ipa-modref -fno-ipa-profile -fno-tree-pta -fno-guess-branch-probability
      # what is known on a path through branches and loops
      -fno-thread-jumps -fno-tree-dominator-opts -fno-tree-loop-optimize -fno-tree-ch -fno-if-conversion -fno-if-conversion2
      # copies of values, and stores that nothing reads
      -fno-tree-dse -fno-tree-copy-prop -fno-dse -fno-cprop-registers -fno-forward-propagate
      # machine code
      -fno-compare-elim -fno-shrink-wrap -fno-split-wide-types)
endif()
