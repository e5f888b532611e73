// Nothing to rewrite here, nor below it: it is included where it lies.
#pragma once
constexpr int from_plain_header = 7;
