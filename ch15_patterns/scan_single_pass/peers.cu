// The same peers as of ch15_patterns/scan: CUB's scan is a single pass with look-back.
#include "ch15_patterns/scan/peers.cu"
