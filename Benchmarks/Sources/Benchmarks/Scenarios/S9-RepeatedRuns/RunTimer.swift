/// Measures either all runs, or the time from each start of a run to the beginning of its first step.
struct RunTimer: Sendable {
  enum Part {
    case wholeRuns
    case firstSteps
  }

  private let stopwatch: Stopwatch
  private let part: Part

  init(_ stopwatch: Stopwatch, _ part: Part) {
    self.stopwatch = stopwatch
    self.part = part
  }

  /// Called before the first start.
  func begin() {
    if part == .wholeRuns { stopwatch.start() }
  }

  /// Called before each start.
  func starting() {
    if part == .firstSteps { stopwatch.start() }
  }

  /// Called when a step of a run begins.
  func began(step index: Int) {
    if part == .firstSteps, index == 0 { stopwatch.stop() }
  }

  /// Called after the last run.
  func end() {
    if part == .wholeRuns { stopwatch.stop() }
  }
}
