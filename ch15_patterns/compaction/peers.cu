#include "ch15_patterns/compactions/cub_select.cuh"
