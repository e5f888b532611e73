// The same peers as of ch15_patterns/compaction: CUB's select is a single pass with look-back.
#include "ch15_patterns/compaction/peers.cu"
