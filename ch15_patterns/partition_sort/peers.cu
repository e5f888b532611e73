#include "ch15_patterns/radix_sort/cub_peer.cuh"
