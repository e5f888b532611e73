// Two buffers that are exchanged after each step: the copy to the host reads the input of the last step, which is the
// result of the step before, and the output of the last step is never copied.
//
// The checked launch shows which of a kernel's arguments it writes; later launches are classified by their arguments.
#include <array>

#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Launch {
  const void* code = nullptr;
  std::string kernel, place;
  std::vector<std::uintptr_t> words;  // of its arguments, of 8 bytes
};
struct Suspicion {
  std::string what, detail;
  u64 never_taken = 0;  // the serial number of the last step's output
};
std::mutex stale_mutex;
auto& last = *new std::array<Launch, 2>();                              // the last launch, and the one before
auto& places_written = *new std::map<const void*, std::vector<u32>>();  // by kernel: the positions of those arguments
auto& suspicion = *new Suspicion();

void note_written_arguments(const Grid&, const std::vector<Recorder*>& recorders) {
  const std::lock_guard lock(stale_mutex);
  const Launch& now = last[0];
  std::vector<u32>& places = places_written[now.code];
  for (const Recorder* r : recorders) {
    for (u32 i = 0; i < site_count(); ++i) {
      const Region* const region = r->cuts[i].region;
      if (!r->sites[i].counted || !r->sites[i].used[static_cast<int>(Kind::store)][static_cast<int>(Space::global)]) {
        continue;
      }
      for (u32 k = 0; region && k < now.words.size(); ++k) {
        const bool known = std::find(places.begin(), places.end(), k) != places.end();
        if (now.words[k] == region->low && !known) places.push_back(k);
      }
    }
  }
}

void launch_follows(const Launched& launch) {
  if (launch.of_library) return;
  const std::lock_guard lock(stale_mutex);
  suspicion = Suspicion();
  last[1] = std::move(last[0]);
  last[0] = {launch.grid.kernel, launch.kernel, launch.place(), pointers_in(launch.grid)};
}

void copied(void* to, const void* from, std::size_t, const void* call) {
  const auto fetched = fetched_from(to, from);
  if (!fetched) return;
  const Allocation& source = *fetched;
  const std::lock_guard lock(stale_mutex);
  if (suspicion.never_taken == source.serial) suspicion = Suspicion();
  const auto known = places_written.find(last[0].code);
  if (!last[0].code || last[0].code != last[1].code || known == places_written.end() || known->second.size() != 1)
    return;
  const u32 place = known->second[0];
  const std::vector<std::uintptr_t>&now = last[0].words, &before = last[1].words;
  if (place >= now.size() || place >= before.size()) return;
  const auto taken = reinterpret_cast<std::uintptr_t>(source.pointer);
  if (before[place] != taken || now[place] == taken) return;
  // Exchanged: the last step's output was the input of the one before, and the other way round.
  const bool reads = std::find(now.begin(), now.end(), taken) != now.end(),
             read = std::find(before.begin(), before.end(), now[place]) != before.end();
  const auto newest = find_allocation(reinterpret_cast<const void*>(now[place]));
  if (!reads || !read || !newest || newest->size != source.size) return;
  suspicion = {"the copy" + site_text(call) + " reads the buffer that the last launch of " + last[0].kernel +
                   " read; nothing reads the one that it wrote",
               "launched" + last[0].place + "; allocated" + site_text(source.site) + ", and what it wrote" +
                   site_text(newest->site),
               newest->serial};
}

void check_stale_results() {
  const std::lock_guard lock(stale_mutex);
  if (suspicion.never_taken == 0 || any_findings()) return;
  found_at_end(Message::stale_result, suspicion.what,
               {suspicion.detail, "once two pointers have been exchanged the result has the other one's name"});
}

const Listener launches(moments.launched, launch_follows);
const Listener ends(moments.grid_checked, note_written_arguments);
const Listener copies(hooks.copied, copied);
const Listener at_the_end(moments.at_end, check_stale_results, turn_of(Message::stale_result));

}  // namespace
}  // namespace cuda_emulator::microscope
