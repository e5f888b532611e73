// The peer of the lessons on products in BF16.
#include "common/tensor_product_cublas.h"
