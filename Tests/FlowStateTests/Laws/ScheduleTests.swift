import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// All laws together: in any order of events, each ending is reported once and nothing stays alive.
///
/// The seeds are divided into parts, so that they use several cores.
@Suite(.timeLimit(.minutes(20)))
struct ScheduleTests {
  private static let parts = 2

  @Test("A flow with every hazard obeys the laws in any order of events", arguments: 0..<parts)
  func journey(part: Int) async throws {
    let count = UInt64(trials(100_000, debug: 8_000, few: 4_000) / Self.parts)
    let seeds = UInt64(part) * count..<UInt64(part + 1) * count
    _ = try await onThread { Result { try HazardFlow.explorer.explore(seeds: seeds) } }.get()
  }

  @Test("The explored seeds produce every kind of event that the flow can have")
  func coverage() async throws {
    let seen = try await onThread {
      Result {
        var seen: Set<String> = []
        for seed in UInt64(0)..<500 {
          let report = try HazardFlow.explorer.replay(HazardFlow.explorer.schedule(seed: seed))
          for event in report.events { seen.insert(Self.kind(of: event)) }
        }
        return seen
      }
    }.get()
    #expect(
      seen.sorted() == [
        "abandoned", "back", "began", "cancelled", "completed", "content", "delayed", "extra", "failed", "rested",
        "run began",
        "run cancelled", "run completed", "run failed", "timed out", "undone",
      ])
  }

  private static func kind(of event: FlowEvent) -> String {
    switch event.kind {
    case .runBegan: "run began"
    case .runResumed: "run resumed"
    case .stepBegan: "began"
    case .contentSet, .contextSet, .contextRestored, .contentRestored: "content"
    case .variantExposed: "variant"
    case .stepCompleted: "completed"
    case .stepFailed: "failed"
    case .stepTimedOut: "timed out"
    case .stepAbandoned: "abandoned"
    case .stepCancelled: "cancelled"
    case .stepDelayed: "delayed"
    case .stepUndone: "undone"
    case .undoFailed: "not undone"
    case .backRefused: "refused"
    case .wentBack: "back"
    case .extraCompletionIgnored: "extra"
    case .rested: "rested"
    case .runEnded(.completed): "run completed"
    case .runEnded(.failed): "run failed"
    case .runEnded(.cancelled): "run cancelled"
    case .runSetAside: "run set aside"
    }
  }
}
