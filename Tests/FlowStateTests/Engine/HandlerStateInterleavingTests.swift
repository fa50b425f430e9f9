import TestSupport
import Testing

@testable import FlowState

/// Every interleaving of threads that report to one handler with two runs whose starts return it.
///
/// In every final state, each start has settled once or has ended without a report, each report was used once or is
/// extra once, and a report that came while an intent executed belongs to that intent's start.
@Suite(.timeLimit(.minutes(15)), .usesOneThread)
struct HandlerStateInterleavingTests {
  typealias Plan = HandlerModel.Plan

  /// Plans with fewer reports, whose states take seconds instead of minutes.
  private static let few = [
    Plan(reporters: 3, starts: [0, 0, 1], inside: 1), Plan(reporters: 2, starts: [0, 0, 1, 1], inside: 3),
    Plan(reporters: 2, starts: [0, 0, 1], mayEnd: true), Plan(reporters: 2, starts: [0, 0, 1], isOpen: true),
    Plan(reporters: 3, starts: [0, 0]), Plan(reporters: 3, starts: [0, 1]),
  ]

  private static let all = [
    Plan(reporters: 3, starts: [0, 0, 1]), Plan(reporters: 3, starts: [0, 0, 1], inside: 1),
    Plan(reporters: 3, starts: [0, 0, 1], inside: 2), Plan(reporters: 2, starts: [0, 0, 1, 1]),
    Plan(reporters: 2, starts: [0, 0, 1, 1], inside: 3), Plan(reporters: 3, starts: [0, 0, 1], mayEnd: true),
    Plan(reporters: 3, starts: [0, 0, 1], isOpen: true),
    Plan(reporters: 2, starts: [0, 0, 1, 1], inside: 1, isOpen: true, mayEnd: true),
    Plan(reporters: 4, starts: [0, 0]), Plan(reporters: 4, starts: [0, 1]),
    Plan(reporters: 4, starts: [0, 1], inside: 1),
  ]

  static var plans: [Plan] { trials(all, debug: few, few: few) }

  @Test("In every interleaving, no report is lost or counted twice, and no start waits forever", arguments: plans)
  func everyInterleaving(plan: Plan) throws {
    let first = HandlerModel(plan)
    // The values of all states would take more than a gigabyte. Two of a million states have one hash value in one run
    // of ten million.
    var seen: Set<Int> = [first.hashValue]
    var open = [first]
    var ends = 0
    while let model = open.popLast() {
      try #require(model.fault == nil, "\(model)")
      let successors = model.successors()
      if successors.isEmpty {
        ends += 1
        try #require(model.finalFault == nil, "\(model)")
      }
      for next in successors where seen.insert(next.hashValue).inserted { open.append(next) }
    }
    #expect(ends > 0)
  }
}
