// Plot: curves as one self-contained SVG file (axes with units, ticks, legend), and the same numbers as CSV.
#pragma once

#include <string>
#include <utility>
#include <vector>

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending; points that are not finite are left out
};

enum class Scale { linear, logarithmic };  // logarithmic: values of 0 and below are left out

class Plot {
 public:
  // Labels include the unit: "chunks", "time (ms)".
  Plot(std::string title, std::string x_label, std::string y_label, Scale x_scale = Scale::linear,
       Scale y_scale = Scale::linear);

  void add(Curve curve);
  // A dashed horizontal line across the plot: a bound, with its name in the legend.
  void bound(std::string name, double y);

  std::string svg() const;
  // One line per x of any curve: x, then each curve's y there (empty if it has none), then the bounds.
  std::string csv() const;

  // Throws std::runtime_error if the file cannot be written.
  void write_svg(const std::string& path) const;
  void write_csv(const std::string& path) const;

 private:
  std::string title_, x_label_, y_label_;
  Scale x_scale_, y_scale_;
  std::vector<Curve> curves_;
  std::vector<std::pair<std::string, double>> bounds_;
};
