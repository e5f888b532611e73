// What a student has to know of a device, in groups, with units.
#pragma once

#include <string>
#include <vector>

namespace device_query {

struct Fact {
  std::string group;
  std::string name;
  double value;  // in `unit`; -1 where the device does not tell
  std::string unit;
};

struct Device {
  std::string name;
  std::vector<Fact> facts;
};

// One entry a device, in the runtime's order. Throws CudaError.
std::vector<Device> devices();

// The value of a fact by its name; throws std::out_of_range if there is none.
double value_of(const Device& device, const std::string& name);

// As a table, group by group.
std::string as_text(const Device& device);

}  // namespace device_query
