// Nothing to rewrite here or in its includes: it is included from its own place.
#pragma once
constexpr int from_plain_header = 7;
