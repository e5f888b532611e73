// Requests that the page draws: samples of each access, and the one in which a finding was made.
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_kept = 1024;  // of a block
constexpr u32 widest = 16;               // bytes that a lane accesses at once: more are a copy engine's work

// Every OS thread's shared memory has another address, with the same offset modulo `alignment`.
u64 origin_of(const Recorder& r, Space space) {
  constexpr u64 alignment = 1024;
  return space == Space::shared ? r.tls & ~(alignment - 1) : 0;
}

void keep_sample(Samples& samples, const Sample& sample) {
  const bool first = samples.first.size() < 2;
  if (!first && samples.worst.size() == 2 && sample.cost <= samples.worst[1].cost) return;
  if (first) samples.first.push_back(sample);
  add_costly(samples, sample);
}

// Is the access of a finding in this request?
bool holds(const Request& request, const Request& finding) {
  const u32 lane = finding.lane;
  return request.site == finding.site && request.kind == finding.kind && request.sample.warp == finding.sample.warp &&
         (request.sample.lanes >> lane & 1) && request.sample.address[lane] == finding.sample.address[lane];
}
void take_lanes(Request& finding, const Request& request) {
  const u32 lane = finding.lane;
  finding = request;
  finding.lane = lane;
}

void add_lane(Sample& sample, u32 lane, u64 address) {
  sample.lanes |= 1u << lane;
  sample.address[lane] = address;
}

}  // namespace

void keep_request(Recorder& r, u32 warp, const What& what, u32 cost, const u64* address, const u8* lanes, u32 count) {
  Request request{what.site, what.kind, what.space, what.size, 0, true, {r.linear, warp, cost, 0, {}}};
  const u64 origin = origin_of(r, what.space);
  for (u32 i = 0; i < count; ++i) add_lane(request.sample, lanes[i], address[i] - origin);
  keep_sample(r.sites[what.site].samples[static_cast<int>(what.kind)][static_cast<int>(what.space)], request.sample);
  std::erase_if(r.sought, [&](const std::shared_ptr<Request>& finding) {
    if (!holds(request, *finding)) return false;
    take_lanes(*finding, request);
    return true;
  });
  if (r.requests.size() < most_kept) {
    r.requests.push_back(request);
  } else {
    r.requests[r.requests_made % most_kept] = request;
  }
  ++r.requests_made;
}

void forget_requests(Recorder& r) {
  r.requests.clear();
  r.requests_made = 0;
  r.sought.clear();
}

// Of an access that is not merged yet, the other lanes' accesses are in their lists, as far as these lanes have come.
std::shared_ptr<Request> request_of(Recorder& r, u32 site, u32 warp, u32 lane, Space space, const Piece& piece) {
  if (settings().page.empty() || piece.size > widest) return nullptr;
  const u64 origin = origin_of(r, space);
  auto finding =
      std::make_shared<Request>(Request{site, piece.kind, space, piece.size, lane, false, {r.linear, warp, 0, 0, {}}});
  add_lane(finding->sample, lane, piece.begin - origin);
  const auto accesses_of = [&](u32 of_lane) {
    std::vector<u64> list;
    const LaneTrace& trace = r.lanes[warp * warp_size + of_lane];
    for (u32 i = trace.begin; i < trace.count; ++i) {
      const What what = what_of(trace.events[i].what);
      if (what.site == site && what.kind == piece.kind) list.push_back(trace.events[i].address & address_bits);
    }
    return list;
  };
  const std::vector<u64> mine = accesses_of(lane);
  std::size_t before = mine.size();  // accesses of the lane by this instruction
  if (!piece.now) {
    while (before > 0 && mine[before - 1] != piece.begin) --before;
    if (before == 0) {
      for (const Request& request : r.requests) {
        if (holds(request, *finding)) take_lanes(*finding, request);
      }
      return finding;
    }
    --before;
  }
  for (u32 other = 0; other < warp_size; ++other) {
    const std::vector<u64> list = accesses_of(other);
    if (other != lane && list.size() > before) add_lane(finding->sample, other, list[before] - origin);
  }
  r.sought.push_back(finding);
  return finding;
}

std::shared_ptr<Request> request_now(Recorder& r, u32 site, Space space, std::uintptr_t address, u32 size, Kind kind) {
  const u32 t = block_state.current;
  return request_of(r, site, t / warp_size, t % warp_size, space, {address, size, kind, true});
}

}  // namespace cuda_emulator::microscope
