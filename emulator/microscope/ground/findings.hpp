// Messages as data: what was found, where, and for which thread. Their text is made when they are printed.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ground/lines.hpp"
#include "ground/recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

enum class Message : u8 {
#define MESSAGE(name, title, advice) name,
#include "ground/messages.inc"
#undef MESSAGE
};

// A place in a finding's words: an instruction; or the condition that ends a basic block and leads to one or the other
// site. By position in the code, so that the order of findings does not depend on which thread came first.
struct Place {
  u32 site, one = 0, other = 0;
  bool is_branch = false;
  Line line() const;  // once the sites are resolved
  std::string text() const;
  auto rank() const { return std::pair(info(site).pc, site); }
};

// A text with places in it.
struct Words {
  std::string text;
  std::vector<std::pair<std::size_t, Place>> places;  // and where in the text they belong
  Words(const char* words) : text(words) {}
  Words(std::string words) : text(std::move(words)) {}
  Words(const Place& place) : places{{0, place}} {}
  Words& operator+=(const Words& more);
  std::string printed() const;
  bool operator<(const Words& other) const;
};
inline Words operator+(Words words, const Words& more) {
  return std::move(words += more);
}
inline Place mark(u32 site) {
  return {site};
}
inline Place mark(const void* call) {
  return {site_of(call)};
}

// What a race's second place does: one line may do both. In the order of their words.
enum class Verb : u8 { none, reads, reads_and_writes, writes };
// The barrier that is missing between the two places of a race.
enum class Barrier : u8 { none, of_block, of_warp, at_end_of_loop, of_product, of_cluster };
struct Finding {
  Message message;
  Words words;
  std::string detail = {};    // the example, of the lowest block
  std::string variable = {};  // in brackets behind the title
  Verb verb = Verb::none;     // the last word
  Barrier lacks = Barrier::none;
};

// request: in which it was found, for the page
void found(const Finding&, const Recorder* where = nullptr, u64 key = 0,
           const std::shared_ptr<Request>& request = nullptr);
// A finding that occurs a million times must not create its text a million times: the same key in the same grid is only
// counted.
u64 key_of(u32 one, u32 two, std::uintptr_t where, u32 tag);
bool found_again(u64 key, const Recorder& where);

using Details = std::vector<std::string>;
void found_at_end(Message, const std::string& what, const Details&);   // in no kernel: printed at once
void found_at_end(const std::string& title_and_text, const Details&);  // in the runtime's words
void hint(Message, const std::string& what, const Details&);           // not in the exit status
void report_findings();
bool any_findings();
u64 findings_so_far();

std::string thread_name(const Recorder&, u32 thread);
std::string block_name(const Grid&, u64 linear);
std::string thread_and_block(const Recorder&, u32 thread);  // "thread (0,0,0) of block (1,0,0)"
std::string running_thread(const Recorder&);                // the same
std::string running_thread();                               // the same, whether its block is checked or not

// For the page.
struct PrintedFinding {
  std::string file;
  int line;                   // of its request, if one is drawn
  std::string heading, text;  // what stands before the colon; all of it
  std::string advice = {};
  std::vector<Line> places = {};
  std::shared_ptr<const Request> request = {};
};
std::vector<PrintedFinding> take_findings();  // of the kernel that has ended
// Of the whole program, those that nobody has taken: of later launches, of calls, of the program's end.
std::vector<PrintedFinding> other_findings();

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
