import FlowDurable
import Foundation

/// The figures of one round, in seconds for each step unless something else is said.
struct Round {
  /// A bare `write` and `fdatasync` of a line, and of 64 lines at once, for each line.
  var bare = 0.0
  let bareOf64: Double
  /// An append of a store: of one run alone, and of 64 runs at once.
  var alone = 0.0
  let many: Double
  /// An append of one run alone that survives the process only, and the work of the processors for it.
  let process: Double
  let work: Double
  /// A step that a worker plays, from its work to the start of the next one.
  let playedAlone: Double
  let playedBy64: Double
  let playedInProcess: Double
  /// The records that an opening reads in a second.
  let resume: Double
  /// The memory of a run that waits, in bytes.
  let waiting: Int

  init(_ rig: Rig, isQuick: Bool) async throws {
    let steps = isQuick ? 200 : 2_000
    for _ in 0..<10 {
      bare += try rig.bare(steps / 10) / 10
      alone += try await rig.steps(steps / 10, runs: 1, surviving: .power).time / 10
    }
    bareOf64 = try rig.bare(steps / 10, lines: 64)
    many = try await rig.steps(steps / 4, runs: 64, surviving: .power).time
    (process, work) = try await rig.steps(10 * steps, runs: 1, surviving: .process)
    playedAlone = try await rig.played(steps, runs: 1, surviving: .power)
    playedBy64 = try await rig.played(steps / 4, runs: 64, surviving: .power)
    playedInProcess = try await rig.played(5 * steps, runs: 1, surviving: .process)
    (resume, waiting) = try await rig.resume(isQuick ? 20_000 : 200_000, waiting: isQuick ? 10_000 : 100_000)
  }

  static let titles =
    "| round | bare | bare, 64 lines | alone | 64 runs | process | its work | played alone | played, 64 runs | played, process "
    + "| resume | waiting run |"

  var cells: [String] {
    [bare, bareOf64, alone, many, process, work, playedAlone, playedBy64, playedInProcess].map {
      String(format: "%.1f µs", $0 * 1e6)
    } + [String(format: "%.0f/s", resume), "\(waiting) B"]
  }
}

/// A figure that must be within a limit.
struct Figure: Sendable {
  let name: String
  let unit: String
  let limit: Double
  /// Whether the figure must be at most the limit; otherwise at least.
  let isAtMost: Bool
  let value: @Sendable (Round) -> Double

  static let all = [
    Figure(name: "one run alone, to a bare write and fdatasync", unit: "×", limit: 1.5, isAtMost: true) {
      $0.alone / $0.bare
    },
    Figure(name: "the same, played by a worker", unit: "×", limit: 1.5, isAtMost: true) { $0.playedAlone / $0.bare },
    Figure(name: "64 runs at once, to one alone", unit: "×", limit: 25, isAtMost: false) { $0.alone / $0.many },
    Figure(name: "the same, played by a worker", unit: "×", limit: 25, isAtMost: false) {
      $0.playedAlone / $0.playedBy64
    },
    Figure(name: "64 lines with one bare fdatasync, to one", unit: "×", limit: 1, isAtMost: false) {
      $0.bare / $0.bareOf64
    },
    Figure(name: "a step that survives the process", unit: "µs", limit: 15, isAtMost: true) { $0.process * 1e6 },
    Figure(name: "the same, played by a worker", unit: "µs", limit: 15, isAtMost: true) { $0.playedInProcess * 1e6 },
    Figure(name: "records that an opening reads in a second", unit: "", limit: 200_000, isAtMost: false) { $0.resume },
    Figure(name: "memory of a waiting run", unit: "B", limit: 400, isAtMost: true) { Double($0.waiting) },
  ]

  func row(_ rounds: [Round]) -> String {
    let values = rounds.map(value).sorted()
    let median = values[values.count / 2]
    let best = (isAtMost ? values.first : values.last) ?? median
    let isMet = isAtMost ? median <= limit : median >= limit
    return
      "| \(name) | \(text(median)) | \(text(best)) | \(isAtMost ? "≤" : "≥") \(text(limit)) | \(isMet ? "" : "missed") |"
  }

  private func text(_ value: Double) -> String {
    String(format: value < 100 ? "%.2f" : "%.0f", value) + (unit.isEmpty ? "" : " \(unit)")
  }
}
