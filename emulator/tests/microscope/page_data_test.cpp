// The data of the microscope's page, read without a browser: which kernels are first, which line is open, and that the
// page loads nothing from elsewhere.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Json {
  double number = 0;
  std::string text;
  std::vector<Json> list;
  std::map<std::string, Json> fields;
  const Json& operator[](const std::string& name) const {
    const auto field = fields.find(name);
    if (field == fields.end()) throw std::runtime_error("no field " + name);
    return field->second;
  }
};

// Reads what the page may hold of JSON: objects, arrays, strings and numbers. Throws where the text is none of these.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  Json all() {
    const Json value = next();
    if (peek() != 0) fail("something follows");
    return value;
  }

 private:
  const std::string& text_;
  std::size_t at_ = 0;

  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(why + " at " + std::to_string(at_) + ": " + text_.substr(at_, 40));
  }
  char peek() {
    at_ = std::min(text_.find_first_not_of(" \n\t\r", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void take(char c) {
    if (peek() != c) fail(std::string("no ") + c);
    ++at_;
  }
  // The elements up to `end`, with commas between them.
  template <class Element>
  void elements(char end, Element element) {
    ++at_;
    for (bool first = true; peek() != end; first = false) {
      if (!first) take(',');
      element();
    }
    ++at_;
  }
  std::string string() {
    take('"');
    std::string value;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) fail("a control character");
      if (text_[at_] != '\\') {
        value += text_[at_];
        continue;
      }
      if (text_.size() < at_ + 6 || text_[at_ + 1] != 'u') fail("an unknown escape");
      value += static_cast<char>(std::stoi(text_.substr(at_ + 2, 4), nullptr, 16));
      at_ += 5;
    }
    take('"');
    return value;
  }
  Json next() {
    Json value;
    switch (peek()) {
      case '{':
        elements('}', [&] {
          const std::string name = string();
          take(':');
          value.fields[name] = next();
        });
        return value;
      case '[':
        elements(']', [&] { value.list.push_back(next()); });
        return value;
      case '"':
        value.text = string();
        return value;
      default:
        break;
    }
    char* end = nullptr;
    value.number = std::strtod(text_.c_str() + at_, &end);
    if (end == text_.c_str() + at_) fail("no value");
    at_ = static_cast<std::size_t>(end - text_.c_str());
    return value;
  }
};

std::string page_of(const std::string& program) {
  const std::filesystem::path page =
      std::filesystem::temp_directory_path() / ("page_data_test_" + std::to_string(getpid()) + ".html");
  const std::string command = "env CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_FINDINGS_STATUS=0 CUDA_EMULATOR_TRACE='" +
                              page.string() + "' " + program + " >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream in(page);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(page);
  return text;
}

Json data_of(const std::string& page) {
  const std::string begin = "<script id=\"data\" type=\"application/json\">";
  const std::size_t from = page.find(begin) + begin.size(), to = page.find("</script>", from);
  if (page.find(begin) == std::string::npos || to == std::string::npos) throw std::runtime_error("no data");
  return Reader(page.substr(from, to - from)).all();
}

std::vector<std::string> names(const Json& data) {
  std::vector<std::string> all;
  for (const Json& k : data["kernels"].list) all.push_back(k["name"].text);
  return all;
}
const Json& kernel(const Json& data, const char* name) {
  for (const Json& k : data["kernels"].list) {
    if (k["name"].text == name) return k;
  }
  throw std::runtime_error(std::string("no kernel ") + name);
}

int line_with(const std::string& file, const std::string& text) {
  std::ifstream in(SOURCES "/" + file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find(text) != std::string::npos) return number;
  }
  ADD_FAILURE() << "no line of " << file << " holds " << text;
  return 0;
}

TEST(PageData, TheWorstKernelsAreFirst) {
  const Json data = data_of(page_of(PATTERNS));
  const std::vector<Json>& kernels = data["kernels"].list;
  EXPECT_EQ(kernels.size(), 11u);
  EXPECT_TRUE(std::is_sorted(kernels.begin(), kernels.end(), [](const Json& x, const Json& y) {
    return x["times_least"].number > y["times_least"].number;
  }));
  // 32 lanes of which 16 take turns at each of two addresses; up to 32 turns in shared memory; a 32-way conflict.
  const std::vector<std::string> order = names(data), worst(order.begin(), order.begin() + 3);
  EXPECT_EQ(worst, (std::vector<std::string>{"votes", "counters", "columns"}));
  std::vector<double> launches;
  for (const Json& k : kernels) launches.push_back(k["launch"].number);
  std::sort(launches.begin(), launches.end());
  EXPECT_EQ(launches, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(PageData, AKernelsRowOfTheTable) {
  const Json data = data_of(page_of(PATTERNS));
  const Json& strided = kernel(data, "strided");
  EXPECT_EQ(strided["asked"].number, 256);
  EXPECT_EQ(strided["moved"].number, (32 + 4) * 32);
  EXPECT_EQ(strided["sectors"].number, 32);
  EXPECT_EQ(strided["passes"].number, 0);
  EXPECT_EQ(strided["times_least"].number, 36.0 / 8);
  EXPECT_TRUE(strided["findings"].list.empty());
  EXPECT_EQ(kernel(data, "columns")["passes"].number, 32);
  EXPECT_EQ(kernel(data, "coalesced")["times_least"].number, 1);
}

TEST(PageData, TheLineThatIsOpenIsTheCostliest) {
  const Json data = data_of(page_of(PATTERNS));
  const auto expect_open = [&](const char* name, const std::string& text, const std::string& meaning) {
    const Json& worst = kernel(data, name)["worst"];
    EXPECT_EQ(worst["line"].number, line_with("patterns.cu", text)) << name;
    EXPECT_NE(worst["meaning"].text.find(meaning), std::string::npos) << name << ": " << worst["meaning"].text;
    // Its picture needs requests.
    const std::vector<Json>& rows = kernel(data, name)["rows"].list;
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
      return row["line"].number == worst["line"].number && !row["samples"].list.empty();
    })) << name;
  };
  expect_open("columns", "// 32-way", "32-way bank conflict");
  expect_open("shifted", "// five sectors", "not from the start of a sector");
  expect_open("constants", "// one and four words", "4 addresses");
  expect_open("votes", "// 16 lanes an address", "take turns");
  // One of two warps diverges: that is no reason to open there.
  expect_open("branches", "// together again", "coalesced");
}

TEST(PageData, FindingsComeFirst) {
  const Json data = data_of(page_of(BUGS " among_others"));
  EXPECT_EQ(names(data), (std::vector<std::string>{"shared_race", "block_race", "right_shared"}));
  const Json& race = kernel(data, "shared_race");
  ASSERT_EQ(race["findings"].list.size(), 2u);
  const Json& finding = race["findings"].list[0];
  EXPECT_EQ(finding["text"].text.find("race in shared memory (tile): "), 0u) << finding["text"].text;
  EXPECT_EQ(race["worst"]["line"].number, finding["line"].number);
  EXPECT_EQ(race["worst"]["meaning"].text, "race in shared memory (tile)");
  EXPECT_TRUE(data["sources"].fields.count(finding["file"].text)) << finding["file"].text;
}

// The lane of a finding's request, and the lanes that are drawn.
std::vector<double> lanes_of(const Json& finding) {
  std::vector<double> lanes;
  for (const Json& one : finding["request"]["lanes"].list) lanes.push_back(one.list.at(0).number);
  return lanes;
}

TEST(PageData, AFindingHasItsRequest) {
  const Json data = data_of(page_of(BUGS " among_others"));
  const Json& race = kernel(data, "shared_race")["findings"].list[0];
  EXPECT_EQ(race["request"]["space"].text, "shared");
  EXPECT_EQ(race["request"]["whole"].number, 1);
  EXPECT_EQ(lanes_of(race).size(), 32u);
  // thread (…) of block (0,0,0): that one's warp and lane.
  std::smatch who;
  const std::string text = race["text"].text;
  ASSERT_TRUE(std::regex_search(text, who, std::regex(R"(\(thread \((\d+),0,0\) of block \(0,0,0\))"))) << text;
  EXPECT_EQ(race["request"]["warp"].number * 32 + race["request"]["lane"].number, std::stod(who[1]));
  EXPECT_NE(race["advice"].text.find("__syncthreads()"), std::string::npos);
  EXPECT_EQ(race["places"].list.size(), 2u);
  // Of two blocks, the one that came second.
  const Json& blocks = kernel(data, "block_race")["findings"].list[0];
  EXPECT_EQ(blocks["request"]["space"].text, "global");
  EXPECT_EQ(blocks["request"]["block"].number, 1);
  EXPECT_EQ(blocks["request"]["lane"].number, 0);
}

TEST(PageData, ARequestThatAFindingEndsIsDrawnAsFarAsItCame) {
  const Json data = data_of(page_of(BUGS " past_static"));
  const Json& past = data["kernels"].list[0]["findings"].list[0];
  EXPECT_EQ(past["text"].text.find("out of bounds: "), 0u) << past["text"].text;
  EXPECT_EQ(past["request"]["whole"].number, 0);
  EXPECT_EQ(past["request"]["warp"].number, 4);  // 128 elements
  EXPECT_EQ(past["request"]["lane"].number, 0);
  EXPECT_EQ(lanes_of(past), std::vector<double>{0});
  EXPECT_EQ(past["line"].number, line_with("bugs.cu", "// past static"));
}

TEST(PageData, CostsHaveTheirAdvice) {
  const Json data = data_of(page_of(PATTERNS));
  const std::vector<Json>& hints = kernel(data, "long_loop")["hints"].list;
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_NE(hints[0]["advice"].text.find("more blocks"), std::string::npos) << hints[0]["advice"].text;
  EXPECT_TRUE(kernel(data, "coalesced")["hints"].list.empty());
}

TEST(PageData, FindingsOutsideAKernelAreThereToo) {
  const Json leak = data_of(page_of(BUGS " leak"));
  ASSERT_EQ(leak["findings"].list.size(), 1u);
  EXPECT_EQ(leak["findings"].list[0]["text"].text.find("leak: 40 bytes"), 0u);
  // That a kernel is not waited for names a line of it, by which the page finds the kernel.
  const Json early = data_of(page_of(BUGS " host_too_early"));
  ASSERT_EQ(early["findings"].list.size(), 1u);
  const std::vector<Json>& places = early["findings"].list[0]["places"].list;
  EXPECT_TRUE(std::any_of(places.begin(), places.end(),
                          [](const Json& place) { return place["line"].number == line_with("bugs.cu", "// fills"); }));
  EXPECT_TRUE(data_of(page_of(PATTERNS))["findings"].list.empty());
}

TEST(PageData, AStoppedKernelHasOnlyItsFindings) {
  const Json data = data_of(page_of("CUDA_EMULATOR_BLOCKS=all " BLOCKS));
  const Json& k = kernel(data, "past_the_end");
  EXPECT_EQ(k["given_up"].number, 1);
  EXPECT_TRUE(k["rows"].list.empty());
  ASSERT_EQ(k["findings"].list.size(), 1u);
  EXPECT_EQ(k["worst"]["line"].number, k["findings"].list[0]["line"].number);
  EXPECT_EQ(data_of(page_of(PATTERNS))["kernels"].list[0]["given_up"].number, 0);
}

TEST(PageData, TheSourceIsUnchanged) {
  const Json data = data_of(page_of(PATTERNS));
  std::ifstream in(SOURCES "/patterns.cu");
  std::vector<std::string> lines, shown;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (const auto& [file, text] : data["sources"].fields) {
    if (file.find("patterns.cu") == std::string::npos) continue;
    for (const Json& line : text.list) shown.push_back(line.text);
  }
  EXPECT_EQ(shown, lines);
}

TEST(PageData, ThePageNeedsNoOtherFile) {
  std::string page = page_of(PATTERNS);
  const std::size_t from = page.find("<script id=\"data\""), to = page.find("</script>", from);
  ASSERT_NE(from, std::string::npos);
  page.erase(from, to - from);
  for (const char* left : {"/*DATA*/", "/*SCRIPT*/"}) EXPECT_EQ(page.find(left), std::string::npos);
  const std::regex outside("(src|href)=\"(?!data:)|@import|url\\(|fetch\\(|https?://(?!www\\.w3\\.org/2000/svg)");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(page, found, outside)) << found.str();
}

}  // namespace
