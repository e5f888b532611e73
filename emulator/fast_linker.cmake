# fast_linker: -fuse-ld=gold, which links a small program in half of the time, where it is and can do what programs need.
set(fast_linker)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT CMAKE_CROSSCOMPILING)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=gold LINKS_WITH_GOLD)
  if(LINKS_WITH_GOLD)
    set(fast_linker -fuse-ld=gold)
  endif()
endif()
