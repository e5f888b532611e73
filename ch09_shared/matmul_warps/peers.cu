// The peer of all matmul lessons.
#include "ch09_shared/matmul/peers.cu"
