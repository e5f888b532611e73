#include "common/cub_sort.cuh"
