// Tables that a GPU has measured: ./run --report keeps them in measured/. Where the device is emulated, a lesson shows
// them in place of its own times, which say nothing about a GPU.
#pragma once

#include <string>
#include <vector>

struct RecordedTable {
  std::vector<std::vector<std::string>> lines;  // the first has the headings; without lines there is no such table
  std::string title, what_to_see;
  std::string source;  // where the figures come from: the GPU, the date and the command
};

// Chooses the record of this run: the one with the same options if there is one, else the lesson's own. Without a
// record, or without the repository's folder measured/, there are no recorded tables.
void choose_record(const std::string& lesson, const std::vector<std::string>& options);

// The record's tables, one per call, in the order in which the lesson prints them; none if the next one has another
// first column, since the GPU has not printed this one.
RecordedTable next_recorded_table(const std::string& first_heading);

// Whether a column holds times, or what follows from them: rates, shares of a ceiling, speed-ups.
bool is_timed(const std::string& heading);
// Whether all columns of a table but the first do, since its title says so.
bool is_title_of_times(const std::string& title);

// The columns of a table that hold for any device, beside the recorded table's timed ones. The rows are matched by
// their first cell, in their order; recorded rows that this run lacks (libraries) are inserted. Empty if a row of this
// run has no recorded one.
std::vector<std::vector<std::string>> beside_recorded(const std::vector<std::vector<std::string>>& lines,
                                                      const RecordedTable& recorded);

// The columns of a table that hold for any device.
std::vector<std::vector<std::string>> without_times(const std::vector<std::vector<std::string>>& lines);
