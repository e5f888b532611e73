// The same peers as of ch11_warps/compaction: CUB's select is a single pass with look-back.
#include "ch11_warps/compaction/peers.cu"
