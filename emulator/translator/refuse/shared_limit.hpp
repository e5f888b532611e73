// A kernel's __shared__ variables may have 48 KB. Their size is known once the compiler has made the object, so the
// check runs the compiler: cu2cpp --compile g++ ... -c a.cpp -o a.o.
#pragma once

namespace cu2cpp {

// Runs the command, a null-terminated list of words, and checks the object that it makes, if it makes one. The exit
// status: the command's, or 1 after one line on stderr for each function with too much.
int compile_and_check(char** command);

}  // namespace cu2cpp
