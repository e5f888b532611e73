// The facts about a device that matter in the lessons, in groups, with units.
#pragma once

#include <string>
#include <vector>

namespace device_query {

struct Fact {
  std::string group;
  std::string name;
  double value;  // in `unit`; -1 if the device does not report it
  std::string unit;
};

struct Device {
  std::string name;
  std::vector<Fact> facts;
};

// One entry per device, in the runtime's order. Throws CudaError.
std::vector<Device> devices();

// The value of the fact with this name; throws std::out_of_range if there is none.
double value_of(const Device& device, const std::string& name);

// As a table, group by group.
std::string as_text(const Device& device);

}  // namespace device_query
