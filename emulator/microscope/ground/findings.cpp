// Findings: collected while a kernel runs, printed after it, counted for the exit status.
#include "ground/findings.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "ground/facts.hpp"
#include "ground/message_page.hpp"
#include "ground/moments.hpp"
#include "ground/settings.hpp"
#include "ground/state.hpp"
#include "ground/symbols.hpp"
#include "platform/source_line.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Entry {
  const char *title, *advice;
};
constexpr Entry table[] = {
#define MESSAGE(name, title, advice) {title, advice},
#include "ground/messages.inc"
#undef MESSAGE
};
const Entry& entry_of(Message message) {
  return table[static_cast<std::size_t>(message)];
}

struct Example {
  u64 count = 0, block = 0;
  std::string detail;
  Barrier lacks = Barrier::none;
  std::shared_ptr<Request> request;
  void add(const Example& more) {  // the example of the lowest block, whichever was first
    const u64 all = count + more.count;
    if (count == 0 || more.block < block) *this = more;
    count = all;
  }
};
struct ByPlace {
  bool operator()(const Finding& a, const Finding& b) const {
    const auto rest = [](const Finding& f) { return std::tie(f.message, f.variable, f.verb); };
    return rest(a) != rest(b) ? rest(a) < rest(b) : a.words < b.words;
  }
};
// Several instructions of one line are one finding.
struct Told : Example {
  Message message;
  std::string heading;
  Verb verb;
  std::vector<Line> lines;
  std::vector<std::string> places;
  bool is_race() const {
    return message == Message::race_in_shared_memory || message == Message::race_in_global_memory;
  }
  // Another thread writes at the line that reads and writes.
  bool is_of_one_line() const { return is_race() && verb == Verb::reads_and_writes && places[0] == places[1]; }
};
// By text, without the verb: so the order is that of the texts.
using ToldByText = std::map<std::pair<std::string, Verb>, Told>;

// Never destroyed, like everything that is needed when the program ends.
auto& findings = *new std::map<Finding, Example, ByPlace>();  // of this kernel
auto& by_key = *new std::unordered_map<u64, Example*>();
auto& printed = *new std::vector<PrintedFinding>();  // of this kernel
auto& others = *new std::vector<PrintedFinding>();
auto& told = *new std::set<std::string>();  // in this program
u64 total = 0;
std::mutex findings_mutex;

std::string position(u32 x, u32 y, u32 z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}
std::string position(dim3 at) {
  return position(at.x, at.y, at.z);
}

const char* text_of_verb(Verb verb) {
  constexpr const char* texts[] = {"", " reads", " reads and writes", " writes"};
  return texts[static_cast<int>(verb)];
}
const char* text_of_lack(Barrier lacks) {
  constexpr const char* texts[] = {
      "",
      "; no __syncthreads between them",
      "; no __syncwarp or __syncthreads between them",
      "; there is a __syncthreads() between the two lines, but none at the end of the loop",
      "; between them the warp that has waited for the product neither arrives at a barrier nor meets the other thread",
      "; no barrier of the cluster between them, nor an arrival at an mbarrier, that releases the first access"};
  return texts[static_cast<int>(lacks)];
}

const char* advice_for(const Told& f) {
  if (f.is_of_one_line() && says(f.lines[0], Fact::changes_in_place)) {
    return "x[i]++ and x[i] += 1 read and then write, and other threads come in between, with barriers too: "
           "atomicAdd(&x[i], 1)";
  }
  if (f.message == Message::race_in_shared_memory && f.lacks == Barrier::at_end_of_loop) {
    return "the next turn of the loop writes what other threads still read: another __syncthreads(), at the end of the "
           "loop's body";
  }
  if (f.message == Message::race_in_shared_memory && f.lacks == Barrier::of_warp) {
    return "threads run in any order: __syncthreads() between the two lets all of the block finish the first one; "
           "__syncwarp() if only one warp comes there, as in if (t < 32)";
  }
  if (f.message == Message::race_in_shared_memory && f.lacks == Barrier::of_product) {
    return "wgmma reads until wgmma.wait_group: only after that a warp may let others overwrite what its products read";
  }
  if (f.message == Message::race_in_shared_memory && f.lacks == Barrier::of_cluster) {
    return "blocks of a cluster run in any order: cluster.sync(), or barrier.cluster.arrive.release and .wait.acquire, "
           "between the two, or an arrival at the other block's mbarrier with .release.cluster";
  }
  return entry_of(f.message).advice;
}
// Once in the program.
void print_advice(const Told& f) {
  static auto& given = *new std::set<std::string>();
  const char* const advice = advice_for(f);
  if (advice && given.insert(advice).second) std::fprintf(stderr, "    %s\n", advice);
}

// The address of the page about a title, once in the program; the title ends where the finding's own words begin.
void print_more(const std::string& text) {
  static auto& given = *new std::set<std::string>();
  const std::string title = text.substr(0, std::min(text.find(": "), text.find(" (")));
  if (settings().site.empty() || !given.insert(title).second) return;
  std::fprintf(stderr, "    more: %s%s\n", settings().site.c_str(), page_of_message(title).c_str());
}

}  // namespace

Line Place::line() const {
  return is_branch ? line_of_branch(site, {line_of(one), line_of(other)}) : line_of(site);
}
std::string Place::text() const {
  const Line at = line();
  return at.number ? place_text(at) : unknown_line;
}

Words& Words::operator+=(const Words& more) {
  for (const auto& [at, place] : more.places) places.push_back({text.size() + at, place});
  text += more.text;
  return *this;
}
std::string Words::printed() const {
  std::string all = text;
  for (auto at = places.rbegin(); at != places.rend(); ++at) all.insert(at->first, at->second.text());
  return all;
}
bool Words::operator<(const Words& other) const {
  if (text != other.text) return text < other.text;
  return std::lexicographical_compare(
      places.begin(), places.end(), other.places.begin(), other.places.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.first, a.second.rank()) < std::tuple(b.first, b.second.rank());
      });
}

std::string thread_name(const Recorder& r, u32 t) {
  const dim3 block = r.grid->block;
  return "thread " + position(t % block.x, t / block.x % block.y, t / (block.x * block.y));
}
std::string block_name(const Grid& grid, u64 linear) {
  const dim3 size = grid.grid;
  return position(static_cast<u32>(linear % size.x), static_cast<u32>(linear / size.x % size.y),
                  static_cast<u32>(linear / size.x / size.y));
}
std::string thread_and_block(const Recorder& r, u32 t) {
  return thread_name(r, t) + " of block " + block_name(*r.grid, r.linear);
}
std::string running_thread(const Recorder& r) {
  return thread_and_block(r, block_state.current);
}
std::string running_thread() {
  return "thread " + position({threadIdx.x, threadIdx.y, threadIdx.z}) + " of block " +
         position({blockIdx.x, blockIdx.y, blockIdx.z});
}

u64 key_of(u32 one, u32 two, std::uintptr_t where, u32 tag) {
  u64 key = (u64{one} << 32 | two) * 0x9E3779B97F4A7C15u;
  key = (key ^ key >> 29 ^ where) * 0xBF58476D1CE4E5B9u;
  return (key ^ key >> 32 ^ tag) * 0x94D049BB133111EBu | 1;
}

bool found_again(u64 key, const Recorder& where) {
  const std::lock_guard lock(findings_mutex);
  const auto known = by_key.find(key);
  if (known == by_key.end() || where.linear < known->second->block) return false;
  ++known->second->count;
  return true;
}

void found(const Finding& finding, const Recorder* where, u64 key, const std::shared_ptr<Request>& request) {
  const std::lock_guard lock(findings_mutex);
  Example& one = findings[finding];
  if (key != 0) by_key[key] = &one;
  one.add({1, where ? where->linear : 0, finding.detail, finding.lacks, request});
}

namespace {

// Two lines that race in several ways: what one of them writes the other both reads and writes.
void fold_races(ToldByText& all) {
  for (auto one = all.begin(); one != all.end(); ++one) {
    const std::string& text = one->first.first;
    const auto writes = all.find({text, Verb::writes});
    if (one->second.verb != Verb::reads || writes == all.end()) continue;
    Told both = one->second;
    both.verb = Verb::reads_and_writes;
    both.count += writes->second.count;
    one = all.insert({{text, both.verb}, both}).first;
    all.erase(writes);
    all.erase(std::prev(one));
  }
}

ToldByText told_by_text() {
  std::vector<u32> sites;
  for (const auto& [finding, example] : findings) {
    for (const auto& [at, place] : finding.words.places) {
      sites.push_back(place.site);
      if (place.is_branch) sites.insert(sites.end(), {place.one, place.other});
    }
    if (example.request) sites.push_back(example.request->site);
  }
  resolve(sites);
  ToldByText all;
  for (const auto& [finding, example] : findings) {
    std::vector<Line> lines;
    std::vector<std::string> places;
    for (const auto& [at, place] : finding.words.places) {
      lines.push_back(place.line());
      places.push_back(place.text());
    }
    // Copies of one barrier made by the compiler.
    if (finding.message == Message::barrier_in_divergent_code && places[0] == places[1]) continue;
    const std::string heading =
        entry_of(finding.message).title + (finding.variable.empty() ? "" : " (" + finding.variable + ")");
    Told& one = all[{heading + ": " + finding.words.printed(), finding.verb}];
    one.add(example);
    one.message = finding.message;
    one.heading = heading;
    one.verb = finding.verb;
    one.lines = lines;
    one.places = places;
  }
  return all;
}

// Of a race: is the barrier that is missing another one?
void look_at_loop(Told& f) {
  if ((f.lacks != Barrier::of_block && f.lacks != Barrier::of_warp) || f.lines.size() != 2) return;
  if (are_in_loop_with_barrier(f.lines[0], f.lines[1])) {
    f.lacks = Barrier::at_end_of_loop;
  } else if (f.is_of_one_line()) {
    f.lacks = Barrier::none;
  }
}

// The line of the request that is drawn, if it is one of the finding's.
Line place_to_open(const Told& f) {
  if (f.lines.empty()) return {"", 0};
  if (!f.request) return f.lines.front();
  const auto of_request = std::find(f.lines.begin(), f.lines.end(), line_of(f.request->site));
  return of_request == f.lines.end() ? f.lines.front() : *of_request;
}

void print(const std::string& text, const Told& f) {
  std::fprintf(stderr, "microscope: finding: %s\n", text.c_str());
  std::string detail = f.detail + text_of_lack(f.lacks);
  if (f.count > 1 && !kernel_run().cut_short())
    detail += (detail.empty() ? "" : "; ") + std::to_string(f.count) + " times";
  if (!detail.empty()) std::fprintf(stderr, "    %s\n", detail.c_str());
  std::vector<std::string> shown;
  for (const Line& line : f.lines) {
    const std::string source = source_text(line);
    if (source.empty() || std::find(shown.begin(), shown.end(), source) != shown.end()) continue;
    std::fprintf(stderr, "    %s\n", numbered_text(line).c_str());
    shown.push_back(source);
  }
  print_advice(f);
  if (f.message != Message::kernel_was_stopped) print_more(f.heading);  // its own text explains it
  const char* const advice = advice_for(f);
  const Line first = place_to_open(f);
  printed.push_back({first.file, first.number, f.heading, text + (detail.empty() ? "" : " (" + detail + ")"),
                     advice ? advice : "", f.lines, f.request});
}

}  // namespace

void report_findings() {
  others.insert(others.end(), printed.begin(), printed.end());
  printed.clear();
  by_key.clear();
  if (findings.empty()) return;
  const KernelRun& run = kernel_run();
  if (run.cut_short())
    std::erase_if(findings, [&](const auto& entry) { return entry.second.block > run.failed_block; });
  ToldByText all = told_by_text();
  findings.clear();
  fold_races(all);
  std::fflush(stdout);
  for (auto& [key, f] : all) {
    const std::string text = key.first + text_of_verb(f.verb);
    if (!told.insert(text).second && run.again) continue;  // of an earlier launch
    ++total;
    look_at_loop(f);
    print(text, f);
  }
}

namespace {
void print_at_once(const char* kind, const std::string& what, const Details& details) {
  std::fflush(stdout);
  std::fprintf(stderr, "microscope: %s: %s\n", kind, what.c_str());
  for (const std::string& line : details) std::fprintf(stderr, "    %s\n", line.c_str());
}
std::string titled(Message message, const std::string& what) {
  return entry_of(message).title + (": " + what);
}
}  // namespace

void found_at_end(Message message, const std::string& what, const Details& details) {
  found_at_end(titled(message, what), details);
}
void found_at_end(const std::string& title_and_text, const Details& details) {
  ++total;
  print_at_once("finding", title_and_text, details);
  std::string text = title_and_text;
  for (const std::string& line : details) text += "\n" + line;
  others.push_back({"", 0, title_and_text.substr(0, title_and_text.find(": ")), text});
  print_more(title_and_text);
}
void hint(Message message, const std::string& what, const Details& details) {
  print_at_once("hint", titled(message, what), details);
}

std::vector<PrintedFinding> take_findings() {
  return std::exchange(printed, {});
}
std::vector<PrintedFinding> other_findings() {
  std::vector<PrintedFinding> all = others;
  all.insert(all.end(), printed.begin(), printed.end());
  return all;
}

bool any_findings() {
  return total > 0;
}
u64 findings_so_far() {
  return total;
}

}  // namespace cuda_emulator::microscope
