// A program that links this belongs to the course. Its device memory contains poison instead of zeros, because lessons
// must not rely on memory that they never set, and its GPU has few multiprocessors, so that its grids stay small. Weak,
// because libraries may contain it a second time.
extern "C" {
extern const char cuda_emulator_is_lesson __attribute__((weak));
const char cuda_emulator_is_lesson = 1;
}
