#include "ch11_warps/radix_sort/cub_peer.cuh"
