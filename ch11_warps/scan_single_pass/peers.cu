// The same peers as of ch11_warps/scan: CUB's scan is a single pass with look-back.
#include "ch11_warps/scan/peers.cu"
