#include "ch15_patterns/scans/cub_scan.cuh"
