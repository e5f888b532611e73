#include "common/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>

namespace {

constexpr double width = 720, height = 440, left = 76, right = 190, top = 44, bottom = 58;
// Colours that remain distinct for colour-blind readers (Okabe and Ito, "Color Universal Design", 2008).
constexpr const char* colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

// A point grows under the mouse, where its title says its values. The same drawing on a dark page: the rules replace
// the colours that stand in the elements.
constexpr const char* dark_style =
    "<style>circle:hover{r:7px}@media (prefers-color-scheme:dark){\n"
    "rect{fill:#0d1117}text{fill:#e6edf3}line[stroke=\"#ddd\"]{stroke:#30363d}line[stroke=black]{stroke:#9da7b3}\n"
    "line[stroke=\"#555\"]{stroke:#9da7b3}[stroke=\"#0072B2\"]{stroke:#3d9be0}circle[fill=\"#0072B2\"]{fill:#3d9be0}\n"
    "[stroke=\"#000000\"]{stroke:#e6edf3}circle[fill=\"#000000\"]{fill:#e6edf3}\n"
    "}</style>\n";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string coordinate(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

// One axis: from data to the unit interval, and where its ticks are.
class Axis {
 public:
  Axis(Scale scale, std::vector<double> values) : scale_(scale) {
    std::erase_if(values, [&](double v) { return !usable(v); });
    if (values.empty()) values = {1, 10};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    if (scale_ == Scale::logarithmic) {
      low_ = std::floor(std::log10(*low) + 1e-9);
      high_ = std::ceil(std::log10(*high) - 1e-9);
      if (low_ == high_) ++high_;
      for (double decade = low_; decade <= high_; ++decade) ticks_.push_back(std::pow(10, decade));
      if (high_ - low_ <= 2) {  // few decades: ticks at 2 and 5 too
        for (double decade = low_; decade < high_; ++decade)
          for (const int step : {2, 5}) ticks_.push_back(step * std::pow(10, decade));
      }
    } else {
      const double highest = *high == *low && *high <= 0 ? 1 : *high;
      const double lowest = std::min(*low, 0.0);  // linear axes begin at 0, so that lengths can be compared
      const double rough = (highest - lowest) / 5, power = std::pow(10, std::floor(std::log10(rough)));
      const double fraction = rough / power;
      const double step = power * (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10);
      low_ = std::floor(lowest / step) * step;
      high_ = std::ceil(highest / step - 1e-9) * step;
      for (int i = 0; low_ + i * step <= high_ + step / 2; ++i) ticks_.push_back(low_ + i * step);
    }
  }

  bool usable(double value) const { return std::isfinite(value) && (scale_ == Scale::linear || value > 0); }
  double position(double value) const {
    return ((scale_ == Scale::logarithmic ? std::log10(value) : value) - low_) / (high_ - low_);
  }
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  Scale scale_;
  double low_, high_;
  std::vector<double> ticks_;
};

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
  return "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" + coordinate(x2) + "\" y2=\"" +
         coordinate(y2) + "\" " + style + "/>\n";
}

std::string label(double x, double y, const std::string& text, const std::string& style) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" " + style + ">" + escaped(text) + "</text>\n";
}

void write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace

Plot::Plot(std::string title, std::string x_label, std::string y_label, Scale x_scale, Scale y_scale)
    : title_(std::move(title)),
      x_label_(std::move(x_label)),
      y_label_(std::move(y_label)),
      x_scale_(x_scale),
      y_scale_(y_scale) {}

void Plot::add(Curve curve) {
  curves_.push_back(std::move(curve));
}

void Plot::bound(std::string name, double y) {
  bounds_.emplace_back(std::move(name), y);
}

std::string Plot::svg() const {
  std::vector<double> xs, ys;
  for (const Curve& curve : curves_)
    for (const auto& [x, y] : curve.points) {
      xs.push_back(x);
      ys.push_back(y);
    }
  for (const auto& [name, y] : bounds_) ys.push_back(y);
  const Axis x_axis(x_scale_, xs), y_axis(y_scale_, ys);
  const double x_size = width - left - right, y_size = height - top - bottom;
  const auto at_x = [&](double x) { return left + x_size * x_axis.position(x); };
  const auto at_y = [&](double y) { return top + y_size * (1 - y_axis.position(y)); };

  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + number(height) +
                     "\" font-family=\"sans-serif\" font-size=\"14\" role=\"img\">\n<title>" + escaped(title_) +
                     "</title>\n" + dark_style + "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  text += label(left, top - 18, title_, "font-size=\"17\"");
  for (const double tick : x_axis.ticks()) {
    text += line(at_x(tick), top, at_x(tick), top + y_size, "stroke=\"#ddd\"");
    text += label(at_x(tick), top + y_size + 18, number(tick), "text-anchor=\"middle\"");
  }
  for (const double tick : y_axis.ticks()) {
    text += line(left, at_y(tick), left + x_size, at_y(tick), "stroke=\"#ddd\"");
    text += label(left - 8, at_y(tick) + 4, number(tick), "text-anchor=\"end\"");
  }
  text += line(left, top + y_size, left + x_size, top + y_size, "stroke=\"black\"");
  text += line(left, top, left, top + y_size, "stroke=\"black\"");
  text += label(left + x_size / 2, height - 14, x_label_, "text-anchor=\"middle\"");
  text += label(0, 0, y_label_,
                "text-anchor=\"middle\" transform=\"translate(18 " + coordinate(top + y_size / 2) + ") rotate(-90)\"");

  double legend = top + 8;
  const auto add_to_legend = [&](const std::string& name, const std::string& style) {
    text += line(width - right + 14, legend, width - right + 40, legend, style);
    text += label(width - right + 46, legend + 4, name, "");
    legend += 20;
  };
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    const std::string colour = colours[c % std::size(colours)];
    std::string path, marks;
    for (const auto& [x, y] : curves_[c].points) {
      if (!x_axis.usable(x) || !y_axis.usable(y)) continue;
      path += (path.empty() ? "" : " ") + coordinate(at_x(x)) + "," + coordinate(at_y(y));
      marks += "<circle cx=\"" + coordinate(at_x(x)) + "\" cy=\"" + coordinate(at_y(y)) + "\" r=\"3\" fill=\"" +
               colour + "\"><title>" +
               escaped(curves_[c].name + ": " + number(x) + " " + x_label_ + ", " + number(y) + " " + y_label_) +
               "</title></circle>\n";
    }
    text += "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\" points=\"" + path + "\"/>\n" + marks;
    add_to_legend(curves_[c].name, "stroke=\"" + colour + "\" stroke-width=\"2\"");
  }
  for (const auto& [name, y] : bounds_) {
    const std::string style = "stroke=\"#555\" stroke-dasharray=\"6 4\"";
    if (y_axis.usable(y)) text += line(left, at_y(y), left + x_size, at_y(y), style);
    add_to_legend(name, style);
  }
  return text + "</svg>\n";
}

std::string Plot::csv() const {
  const auto quoted = [](const std::string& name) {
    return name.find_first_of(",\"") == std::string::npos ? name : '"' + name + '"';
  };
  std::string text = quoted(x_label_);
  std::map<double, std::vector<std::string>> lines;
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    text += "," + quoted(curves_[c].name);
    for (const auto& [x, y] : curves_[c].points) {
      auto& line = lines[x];
      line.resize(curves_.size());
      line[c] = number(y);
    }
  }
  for (const auto& [name, y] : bounds_) text += "," + quoted(name);
  text += "\n";
  for (const auto& [x, line] : lines) {
    text += number(x);
    for (const std::string& cell : line) text += "," + cell;
    for (const auto& [name, y] : bounds_) text += "," + number(y);
    text += "\n";
  }
  return text;
}

void Plot::write_svg(const std::string& path) const {
  write(path, svg());
}

void Plot::write_csv(const std::string& path) const {
  write(path, csv());
}
