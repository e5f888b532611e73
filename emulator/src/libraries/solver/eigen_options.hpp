// How Eigen is compiled here: the same sums on every processor, whatever an array's address; no threads of its own; and
// little on the stack, which may be one of a block's.
#pragma once
#define EIGEN_DONT_VECTORIZE
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_NO_DEBUG
#define EIGEN_MPL2_ONLY
#define EIGEN_STACK_ALLOCATION_LIMIT 16384
