// The best rates of this device, measured in the same process, with which the lessons' rates are compared.
#pragma once

enum class Ceiling {
  none,            // nothing to compare with
  read,            // bytes/s of reading 1 GiB of device memory
  copy,            // bytes/s of copying 1 GiB within the device, read and written bytes counted
  fp32,            // flop/s of an FMA loop in float: 16 independent chains per thread
  fp64,            // the same in double
  host_to_device,  // bytes/s of a pinned 256 MiB copy
  device_to_host,
};

// The rate in units per second (bytes or flop); measured at the first call for each ceiling, then kept. Sizes are
// smaller if memory is short and on the emulator. Throws CudaError; std::invalid_argument for none.
double measured(Ceiling ceiling);

// "read ceiling" and so on, for headings.
const char* ceiling_name(Ceiling ceiling);
