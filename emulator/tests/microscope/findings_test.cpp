// What the microscope says of programs with one bug each, and that it is silent where there is none.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "../../microscope/ground/message_page.hpp"

namespace {

struct Ended {
  int status;
  std::string output;
};

Ended run(const std::string& command) {
  Ended ended{-1, ""};
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) ended.output += static_cast<char>(c);
  const int status = pipe ? pclose(pipe) : -1;
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

std::string contents(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The line of SOURCES/file that holds the text.
std::string line_with(const std::string& file, const std::string& text) {
  std::ifstream in(SOURCES "/" + file);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find(text) != std::string::npos) return file + ":" + std::to_string(number);
  }
  ADD_FAILURE() << "no line of " << file << " holds " << text;
  return "";
}

void expect_finding(const std::string& bug, const std::string& finding, const std::string& program = BUGS) {
  const Ended ended = run("env CUDA_EMULATOR_DEADLOCK_SECONDS=1 CUDA_EMULATOR_TABLES=0 " + program + " " + bug);
  EXPECT_EQ(ended.status, 4) << bug << ": " << ended.output;
  EXPECT_TRUE(std::regex_search(ended.output, std::regex("microscope: finding: " + finding)))
      << bug << ": " << ended.output;
}
std::string bug_line(const std::string& text) {
  return line_with("bugs.cu", text);
}

TEST(Findings, RacesInSharedMemory) {
  expect_finding("shared_race", "race in shared memory \\(tile\\): .* " + bug_line("// race: reads") + " reads");
  expect_finding("warp_fold", "race in shared memory \\(tile\\): " + bug_line("// fold") + " writes what " +
                                  bug_line("// fold") + " reads");
}

TEST(Findings, RacesInGlobalMemory) {
  expect_finding("block_race", "race in global memory: " + bug_line("// all blocks") + " writes what " +
                                   bug_line("// all blocks") + " writes");
  expect_finding("neighbour_race", "race in global memory: .* " + bug_line("// neighbour") + " reads");
}

TEST(Findings, FencesAndOrdersThatAreMissing) {
  const auto expect_reason = [](const std::string& bug, const std::string& line, const std::string& reason) {
    expect_finding(bug, "race in global memory: " + bug_line(line) + " writes");
    const std::string output = run("env CUDA_EMULATOR_TABLES=0 " BUGS " " + bug).output;
    EXPECT_NE(output.find(reason), std::string::npos) << bug << ": " << output;
  };
  const std::string no_fence = "; an atomic access signalled it, but no __threadfence follows that access";
  expect_reason("no_fence", "// unfenced", "; blocks run in any order");
  expect_reason("no_second_fence", "// fenced once", no_fence);
  expect_reason("no_acquire", "// handed over", no_fence);
  expect_reason("no_release", "// handed over", "; blocks run in any order");
}

TEST(Findings, Bounds) {
  expect_finding("past_the_end", "out of bounds: " + bug_line("out[threadIdx.x + 8]") +
                                     " writes past the end of 40 bytes allocated at bugs.cu");
  expect_finding("before_the_start",
                 "out of bounds: " + bug_line("// before") + " writes before the start|never allocated");
  expect_finding("past_shared", "out of bounds: " + bug_line("// past shared") +
                                    " writes past the end of 128 bytes of shared memory \\(dynamic shared memory\\)");
}

TEST(Findings, BoundsOfSharedVariables) {
  for (const std::string bug : {"past_static", "past_static_1", "past_static_512"}) {
    expect_finding(bug, "out of bounds: " + bug_line("// past static") +
                            " writes past the end of 512 bytes of shared memory \\(tile\\)\n.*element 128 of an array "
                            "of 128 elements of 4 bytes, whose last is 127; " +
                            "thread \\(128,0,0\\)");
  }
  expect_finding("before_static", "out of bounds: " + bug_line("// before static") +
                                      " writes before the start of 128 bytes of shared memory \\(tile\\)|" +
                                      "past the end of 4 bytes of shared memory \\(other\\)");
}

TEST(Findings, MemoryThatKernelsCannotAccess) {
  expect_finding("null", "null pointer: " + bug_line("// in"));
  expect_finding("host", "host memory in a kernel: " + bug_line("// in"));
  expect_finding("hidden_host", "host memory in a kernel: " + bug_line("// hidden"));
  for (const std::string bug : {"freed", "freed_again"}) {
    expect_finding(bug, "freed memory: " + bug_line("// in") + " reads memory that was freed at bugs.cu:[0-9]+");
  }
  expect_finding("freed_again", "freed memory: .* freed at " + bug_line("// frees"));
}

TEST(Findings, UninitialisedMemory) {
  expect_finding("unwritten_shared", "uninitialised shared memory: " + bug_line("// unwritten") + " reads tile");
  expect_finding("unwritten", "uninitialised device memory: " + bug_line("// in"));
}

TEST(Findings, LoopsThatNeverEnd) {
  expect_finding("flag_never_set", "deadlock: " + bug_line("// nobody sets it") + " spins, and nothing changes *\n");
  expect_finding("barrier_in_lock", "deadlock: " + bug_line("// takes the lock") +
                                        " spins, and nothing changes, while others wait in " + "__syncthreads at " +
                                        bug_line("// inside the lock"));
}

TEST(Findings, BarriersAndMasks) {
  expect_finding("two_barriers", "barrier in divergent code: " + bug_line("// here") + " and " + bug_line("// there"));
  const std::string missed = "barrier that not all threads reach: ";
  expect_finding("half_wait", missed + "some wait at " + bug_line("// half waits") + ", others branch away at " +
                                  bug_line("// only half") + " and end");
  expect_finding("later_half_waits",
                 missed + "some wait at " + bug_line("// later half waits") + ", others end at " + "bugs.cu:[0-9]+");
  expect_finding("early_return", missed + "some wait at " + bug_line("// all but some") + ", others branch away at " +
                                     bug_line("// too early") + " and end");
  expect_finding("lane_never_comes", missed + "some wait in __shfl_sync at " + bug_line("// waits for lane 5") +
                                         ", others in __syncthreads at bugs.cu:[0-9]+");
  expect_finding("lane_ended", "warp function that not all lanes reach: " + bug_line("// of ended lanes") +
                                   " reads the value of a lane that the mask names and that has ended");
  expect_finding("outside_mask", "mask without its caller: " + bug_line("// outside"));
}

TEST(Findings, OrderBetweenStreams) {
  const std::string none = "no order between streams: ";
  expect_finding("two_kernels", none + "kernel fill at " + bug_line("// fills") + " writes what kernel copy at " +
                                    bug_line("// copies") + " reads");
  expect_finding("copy_beside_kernel", none + "kernel fill at " + bug_line("// fills") +
                                           " writes what the copy or set at " + bug_line("// copies beside") +
                                           " reads");
  expect_finding("default_stream", none + "kernel fill at ");
}

TEST(Findings, OrderBetweenStreamsAndNccl) {
  const std::string none = "no order between streams: ",
                    fills = "kernel fill at " + line_with("exchanges.cu", "// fills");
  expect_finding("sent_before_written", none + fills + " writes what kernel ncclSendRecv reads", EXCHANGES);
  expect_finding("sum_before_written", none + fills + " writes what kernel ncclAllReduce reads", EXCHANGES);
  expect_finding(
      "read_before_received",
      none + "kernel ncclSendRecv writes what kernel copy at " + line_with("exchanges.cu", "// copies") + " reads",
      EXCHANGES);
  const Ended right = run("env CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_BLOCKS=all " EXCHANGES " right");
  EXPECT_EQ(right.status, 0);
  EXPECT_EQ(right.output, "ran\n");
}

TEST(Findings, ParentsThatDoNotWaitForTheirChildren) {
  const std::string finding = "a parent does not wait for its child: kernel parent_reads at " +
                              line_with("children.cu", "// parent") + " reads what kernel child_writes at " +
                              line_with("children.cu", "// child") + " writes";
  expect_finding("same_thread", finding, CHILDREN);
  expect_finding("other_thread", finding, CHILDREN);
  const Ended right = run("env CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_BLOCKS=all " CHILDREN " right");
  EXPECT_EQ(right.status, 0);
  EXPECT_EQ(right.output, "ran\n");
}

TEST(Findings, HostBeforeItWaited) {
  const std::string early = "the host does not wait: host code at ";
  expect_finding("host_too_early",
                 early + bug_line("// host reads") + " reads what kernel fill at " + bug_line("// fills") + " writes");
  expect_finding("pinned_too_early", early + bug_line("// host reads") + " reads what the copy or set at " +
                                         bug_line("// to the host") + " writes");
  expect_finding("source_too_early", early + bug_line("// host writes") + " writes what the copy or set at " +
                                         bug_line("// from the host") + " reads");
}

TEST(Findings, Leaks) {
  expect_finding("leak", "leak: 40 bytes allocated at bugs.cu:[0-9]+ were never freed");
}

TEST(Findings, NoneInRightKernels) {
  for (const std::string name :
       {"right_shared", "right_warp_fold", "right_fence", "right_order", "right_count", "right_bytes", "right_new",
        "right_ends", "right_loop", "right_cluster", "right_streams", "right_host"}) {
    const Ended ended =
        run("env CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_LAUNCHES=all CUDA_EMULATOR_BLOCKS=all " BUGS " " + name);
    EXPECT_EQ(ended.status, 0) << name;
    EXPECT_EQ(ended.output, "ran\n");
  }
}

TEST(Findings, WithAnAddressOfTheSiteTheyNameTheirPageOnce) {
  const Ended ended = run("env CUDA_EMULATOR_SITE=https://example.org/cuda/ " BUGS " shared_race");
  const std::string more = "\n    more: https://example.org/cuda/messages/race-in-shared-memory\n";
  const std::size_t at = ended.output.find(more);
  ASSERT_NE(at, std::string::npos) << ended.output;
  EXPECT_EQ(ended.output.find(more, at + 1), std::string::npos) << ended.output;
  EXPECT_EQ(ended.output.find("--explain"), std::string::npos) << ended.output;
  EXPECT_NE(run("env CUDA_EMULATOR_SITE=https://example.org/cuda CUDA_EMULATOR_TABLES=0 " BUGS " leak")
                .output.find("\n    more: https://example.org/cuda/messages/leak\n"),
            std::string::npos);
  const Ended without = run("env CUDA_EMULATOR_SITE= " BUGS " shared_race");
  EXPECT_EQ(without.output.find("more: "), std::string::npos) << without.output;
  EXPECT_NE(without.output.find("./run --explain NAME says more"), std::string::npos) << without.output;
}

// The contents of messages.md have each heading with its address, as the site makes it (site/test compares).
TEST(Findings, PagesHaveTheAddressesOfTheirHeadings) {
  const std::string pages = contents(MESSAGES);
  const std::regex link("\\[([^\\]]*)\\]\\(#([^)]*)\\)");
  int count = 0;
  for (std::sregex_iterator one(pages.begin(), pages.end(), link), end; one != end; ++one, ++count)
    EXPECT_EQ(cuda_emulator::microscope::page_of_message((*one)[1].str()), "/messages/" + (*one)[2].str());
  EXPECT_GT(count, 90);
}

TEST(Findings, TheStatusCanBeChosen) {
  EXPECT_EQ(run("env CUDA_EMULATOR_FINDINGS_STATUS=0 " BUGS " shared_race").status, 0);
  EXPECT_EQ(run("env CUDA_EMULATOR_FINDINGS_STATUS=9 " BUGS " shared_race").status, 9);
  EXPECT_EQ(run("env CUDA_EMULATOR_BLOCKS=many " BUGS " shared_race").status, 2);
}

// ---- several OS threads look ----

TEST(Blocks, TheNumberOfOsThreadsMakesNoDifference) {
  const auto look = [](const std::string& threads) {
    const std::string page = testing::TempDir() + "blocks.html", counts = testing::TempDir() + "blocks.tsv";
    const Ended ended = run("env CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_THREADS=" + threads +
                            " CUDA_EMULATOR_TRACE=" + page + " CUDA_EMULATOR_COUNTS=" + counts + " " BLOCKS);
    EXPECT_EQ(ended.status, 4);
    // How often: of two blocks that store into a word at the same moment, each may be taken to have stored what the
    // other did, and equal values are no race (docs/microscope.md).
    return std::regex_replace(ended.output + contents(counts) + contents(page), std::regex("; [0-9]+ times"), "");
  };
  const std::string one = look("1");
  EXPECT_EQ(one, look("2"));
  EXPECT_EQ(one, look("5"));
}

TEST(Blocks, EveryBugIsFoundAndNothingElse) {
  const std::string text = run("env CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_TABLES=0 " BLOCKS).output;
  const auto line = [](const std::string& words) { return line_with("blocks.cu", words); };
  const std::string findings[] = {
      "uninitialised shared memory: " + line("// the last block: unwritten") + " reads tile",
      "race in global memory: " + line("out[i] = i;") + " writes what " + line("// the neighbour's") + " writes",
      "race in shared memory \\(tile\\): " + line("tile[threadIdx.x] = threadIdx.x;") + " writes what ",
      "uninitialised shared memory: " + line("tile[block_size - 1 - threadIdx.x]") + " reads tile",
      "race in global memory: " + line("partial[blockIdx.x] = in[") + " writes what " + line("*result = partial[0]"),
      "out of bounds: " + line("i % 100 == 0") + " reads past the end"};
  for (const std::string& finding : findings) {
    EXPECT_TRUE(std::regex_search(text, std::regex("microscope: finding: " + finding))) << finding << "\n" << text;
  }
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("microscope: finding: ", at)) != std::string::npos; ++at) ++count;
  EXPECT_EQ(count, std::size(findings)) << text;
}

// ---- the table ----

const std::string& table() {
  static const std::string text = run("env CUDA_EMULATOR_BLOCKS=all " PATTERNS).output;
  return text;
}
// The rows below the source line that holds the text.
void expect_row(const std::string& line, const std::string& row, const std::string& table = ::table()) {
  const std::size_t at = table.find(line);
  ASSERT_NE(at, std::string::npos) << line << "\n" << table;
  std::string below = table.substr(table.find('\n', at) + 1);
  below.erase(below.find(" | ") == std::string::npos ? below.size() : below.find(" | "));
  EXPECT_TRUE(std::regex_search(below, std::regex(row))) << row << " is not in\n" << below;
}

TEST(Table, GlobalMemory) {
  expect_row("// both coalesced",
             "global load +4 B +2 requests, 32.0 lanes,  4.00 sectors each, worst  4, coalescing 100 %: coalesced");
  expect_row("// a sector a lane",
             "global load +4 B +1 requests, 32.0 lanes, 32.00 sectors each, .*12 %: strided by 32 B");
  expect_row("// five sectors",
             "global load +4 B +1 requests, 32.0 lanes,  5.00 sectors each, .* 80 %: neighbours, but not from");
  expect_row("// broadcast", "global load +4 B +1 requests, 32.0 lanes,  1.00 sectors each, .*: broadcast");
  expect_row("// 16 bytes a lane", "global load +16 B +1 requests, 32.0 lanes, 16.00 sectors each, .*100 %: coalesced");
  expect_row("// 16 lanes an address", "global atomic +4 B +1 requests, 32.0 lanes,  1.00 sectors each, .* take turns");
}

TEST(Table, SharedAndConstantMemory) {
  expect_row("// 32-way", "shared store +4 B +1 requests, 32.0 lanes, 32.00 passes each.*: 32-way bank conflict");
  expect_row("// none", "shared store +4 B +1 requests, 32.0 lanes,  1.00 passes each.*: no bank conflict");
  expect_row("// one and four words", "constant load +4 B +2 requests, 32.0 lanes,  2.50 passes each");
}

// As an H200 counts them: tests/hardware/atomic_passes.cu.
TEST(Table, AtomicsInSharedMemory) {
  const auto expect = [](const std::string& line, const std::string& row) {
    expect_row(line, "shared atomic +4 B +1 requests, 32.0 lanes, " + row);
  };
  expect("// ones\n", " 1.00 passes each.*: no turns");
  expect("// ones in a bank", " 2.00 passes each.*: 2-way bank conflict");
  expect("// ones of a block", " 1.00 passes each.*: no turns");
  expect("// ones of a system", " 1.00 passes each.*: no turns");
  expect("// ones less", "16.00 passes each.*: up to 16 turns");
  expect("// values\n", "16.00 passes each.*: up to 16 turns");
  expect("// values in a bank", "32.00 passes each.*: up to 32 turns");
  expect("// ones and their order", "16.00 passes each.*: up to 16 turns");
  // A T4 has no instruction that counts lanes.
  expect_row("// ones\n", "16.00 passes each.*: up to 16 turns",
             run("env CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_DEVICE=t4 " PATTERNS).output);
}

// The lines that call the functions of a header with inline PTX.
TEST(Table, InstructionsAndEngines) {
  const Ended ended = run("env CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_DEVICE=h200 " ENGINES);
  EXPECT_EQ(ended.status, 0) << ended.output;
  const auto expect = [&](const std::string& line, const std::string& row) { expect_row(line, row, ended.output); };
  expect("// in four banks", "shared load +16 B +1 requests, 32.0 lanes, 32.00 passes each.*: 8-way bank conflict");
  expect("// in all banks", "shared load +16 B +1 requests, 32.0 lanes,  4.00 passes each.*: no bank conflict");
  expect("// copied", "global load +16 B +1 requests, 32.0 lanes, 16.00 sectors each, .*100 %: coalesced");
  expect("// copied", "shared store +16 B +1 requests, 32.0 lanes,  4.00 passes each.*: no bank conflict");
  expect("// in bulk",
         "global load +96 B +1 requests,  1.0 lanes,  4.00 sectors each, worst  4: copy engine: 75 % of the bytes");
  expect("// multiplied",
         "shared load +2304 B +1 requests, 128.0 lanes, 18.00 passes each , worst 18: tensor cores, no bank conflict");
}

TEST(Table, Branches) {
  expect_row("if (threadIdx.x < 8)", "branch: 1 of 2 warps diverge");
  expect_row("// together again", "global store +4 B +2 requests, 32.0 lanes");
}

TEST(Table, LongLoopsAreWhole) {
  expect_row("// more than a lane keeps", "global load +4 B +40000 requests, 32.0 lanes,  4.00 sectors each");
}

TEST(Table, BlocksAreSampled) {
  const std::string sampled = run("env CUDA_EMULATOR_BLOCKS=1 " PATTERNS).output;
  EXPECT_NE(sampled.find("2 blocks of 32 threads, 1 of them checked"), std::string::npos) << sampled;
  EXPECT_NE(sampled.find("total of 1 of 2 blocks: "), std::string::npos) << sampled;
}

TEST(Table, TheEndSaysHowMuchWasChecked) {
  const auto expect_end = [](const std::string& command, const std::string& words) {
    const std::string text = run(command).output;
    EXPECT_TRUE(std::regex_search(text, std::regex("\nmicroscope: " + words + "\n"))) << words << "\n" << text;
  };
  expect_end(PATTERNS, "no findings in 12 of 12 blocks");
  expect_end("env CUDA_EMULATOR_BLOCKS=1 " PATTERNS, "no findings in 11 of 12 blocks; --all checks all blocks");
  expect_end(BUGS " shared_race", "2 findings in 1 of 1 blocks");
  expect_end("env CUDA_EMULATOR_BLOCKS=all " BLOCKS, "6 findings in 3[0-9]+ of 360 blocks");
}

}  // namespace
