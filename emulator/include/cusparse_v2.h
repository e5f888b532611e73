// Stands in for the cuSPARSE header of the same name.
#pragma once
#include <cusparse.h>
