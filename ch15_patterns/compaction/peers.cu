#include "common/cub_select.cuh"
