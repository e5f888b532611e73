#include "common/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "common/testing.h"

namespace {

Plot example() {
  Plot plot("Streams & chunks", "chunks", "time (ms)", Scale::logarithmic);
  plot.add({"pinned", {{1, 4}, {2, 3}, {64, 5}}});
  plot.add({"pageable", {{1, 8}, {2, NAN}}});
  plot.bound("bound <max>", 2.5);
  return plot;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Plot, SvgHasTitleLabelsLegendAndAPointForEachFiniteValue) {
  const std::string svg = example().svg();
  for (const char* part : {"Streams &amp; chunks", ">chunks<", ">time (ms)<", ">pinned<", ">pageable<",
                           "bound &lt;max&gt;", "stroke-dasharray"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(count(svg, "<polyline"), 2);
  EXPECT_EQ(count(svg, "<circle"), 4) << "three and one; NaN is left out";
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Plot, APointSaysItsValues) {
  const std::string svg = example().svg();
  EXPECT_NE(svg.find("<title>pinned: 64 chunks, 5 time (ms)</title></circle>"), std::string::npos) << svg;
}

TEST(Plot, SvgIsWellFormed) {
  const std::string svg = example().svg();
  EXPECT_EQ(count(svg, "<text"), count(svg, "</text>"));
  EXPECT_EQ(count(svg, "<svg"), 1);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
}

TEST(Plot, EveryColourThatIsTooDarkForADarkPageIsReplacedThere) {
  Plot plot = example();
  for (int i = 0; i < 5; ++i) plot.add({"more", {{1, 2}}});
  const std::string svg = plot.svg();
  const std::size_t begin = svg.find("@media (prefers-color-scheme:dark)"), end = svg.find("</style>");
  ASSERT_LT(begin, end);
  const std::string rules = svg.substr(begin, end - begin), drawing = svg.substr(end);
  EXPECT_EQ(count(rules, "rect{"), 1) << "the ground";
  EXPECT_EQ(count(rules, "text{"), 1);
  for (const std::string colour : {"#ddd", "black", "#555", "#0072B2", "#000000"}) {
    EXPECT_NE(drawing.find("stroke=\"" + colour + "\""), std::string::npos) << colour;
    EXPECT_NE(rules.find(colour), std::string::npos) << colour;
  }
}

TEST(Plot, PointsKeepTheirOrderOnTheAxes) {
  Plot plot("t", "x", "y");
  plot.add({"c", {{0, 0}, {10, 5}}});
  const std::string svg = plot.svg();
  EXPECT_NE(svg.find("points=\"76.0,382.0 530.0,44.0\""), std::string::npos) << svg;
}

TEST(Plot, NothingToDrawIsStillAPlot) {
  EXPECT_EQ(count(Plot("t", "x", "y").svg(), "<svg"), 1);
  Plot zeros("t", "x", "y", Scale::logarithmic, Scale::logarithmic);
  zeros.add({"c", {{0, 0}}});
  EXPECT_EQ(count(zeros.svg(), "<circle"), 0);
}

TEST(Plot, CsvHoldsTheSameNumbers) {
  EXPECT_EQ(example().csv(), "chunks,pinned,pageable,bound <max>\n1,4,8,2.5\n2,3,nan,2.5\n64,5,,2.5\n");
}

TEST(Plot, WritesFilesOrSaysWhichItCannot) {
  const std::string path = temporary_file("plot.svg");
  example().write_svg(path);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), example().svg());
  EXPECT_THROW(example().write_csv("/no/such/folder/plot.csv"), std::runtime_error);
}

}  // namespace
