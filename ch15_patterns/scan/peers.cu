#include "common/cub_scan.cuh"
