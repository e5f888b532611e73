// The peer of all product lessons.
#include "common/product_cublas.h"
