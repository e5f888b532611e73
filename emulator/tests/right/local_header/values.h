const double third = 1. / 3;
double quarter = 0.25;
