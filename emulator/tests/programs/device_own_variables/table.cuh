#pragma once
__constant__ int table[2] = {1, 2};
