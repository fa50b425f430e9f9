import Testing

@testable import FlowState

/// The pure state machine of a handler: every call in every phase.
struct HandlerStateTests {
  typealias Phase = HandlerState.Phase

  /// A state, made by the calls that lead to it.
  enum Before: CaseIterable, Sendable {
    case unbound, early, waiting
    /// A late report came at time 5, and the intent of another run that was executing then has not returned yet.
    case waitingLate
    case reported
    /// Reported while start 3 of the same run was executing its intent.
    case reportedInside
    case settled
    /// A late report came at time 5.
    case settledLate

    var state: HandlerState {
      var state = HandlerState()
      switch self {
      case .unbound: break
      case .early: _ = state.report(during: 0)
      case .waiting: _ = state.bind(toStart: 1, begunAt: 0)
      case .waitingLate:
        state = Before.settledLate.state
        _ = state.bind(toStart: 7, begunAt: 5)
      case .reported, .reportedInside:
        _ = state.bind(toStart: 1, begunAt: 0)
        _ = state.report(during: self == .reported ? 0 : 3)
      case .settled, .settledLate:
        _ = state.bind(toStart: 1, begunAt: 0)
        _ = state.report(during: 0)
        _ = state.settle()
        if self == .settledLate { state.reportLate(at: 5) }
      }
      return state
    }
  }

  enum Call: CaseIterable, Sendable {
    case report, reportInside
    /// A start of another run, whose intent was called at time 4.
    case bindElsewhere
    /// Start 3 of the same run, whose intent was called at time 4.
    case bindInside
    /// Start 5 of the same run, whose intent was called at time 5.
    case bindLater
    case receive

    func make(_ state: inout HandlerState) -> String {
      switch self {
      case .report: "\(state.report(during: 0))"
      case .reportInside: "\(state.report(during: 3))"
      case .bindElsewhere: state.bind(toStart: 0, begunAt: 4).text
      case .bindInside: state.bind(toStart: 3, begunAt: 4).text
      case .bindLater: state.bind(toStart: 5, begunAt: 5).text
      case .receive: "\(state.settle())"
      }
    }
  }

  /// The answer of each call, in the order of `Call`, and the phase and the surplus after it.
  static let table: [Before: [(answer: String, phase: Phase, surplus: UInt32)]] = [
    .unbound: [
      ("store", .early, 0), ("store", .early, 0), ("none, noStart", .waiting, 0), ("none, noStart", .waiting, 0),
      ("none, noStart", .waiting, 0),
      ("0", .settled, 0),
    ],
    .early: [
      ("store", .early, 1), ("store", .early, 1), ("stored, noStart", .settled, 0), ("stored, noStart", .settled, 0),
      ("stored, noStart", .settled, 0),
      ("0", .settled, 0),
    ],
    .waiting: [
      ("send", .reported, 0), ("send", .reported, 0), ("none, superseded", .waiting, 0),
      ("none, superseded", .waiting, 0), ("none, superseded", .waiting, 0), ("0", .settled, 0),
    ],
    .waitingLate: [
      ("send", .reported, 0), ("send", .reported, 0), ("late, superseded", .settled, 0),
      ("late, superseded", .settled, 0), ("none, superseded", .waiting, 0), ("0", .settled, 0),
    ],
    .reported: [
      ("drop", .reported, 1), ("sendLate", .reported, 0), ("none, keepsReport", .waiting, 0),
      ("none, keepsReport", .waiting, 0), ("none, keepsReport", .waiting, 0), ("0", .settled, 0),
    ],
    .reportedInside: [
      ("drop", .reported, 1), ("drop", .reported, 1), ("none, keepsReport", .waiting, 0),
      ("stored, superseded", .settled, 0), ("none, keepsReport", .waiting, 0), ("0", .settled, 0),
    ],
    .settled: [
      ("sendLate", .settled, 0), ("sendLate", .settled, 0), ("none, noStart", .waiting, 0),
      ("none, noStart", .waiting, 0),
      ("none, noStart", .waiting, 0), ("0", .settled, 0),
    ],
    .settledLate: [
      ("sendLate", .settled, 0), ("sendLate", .settled, 0), ("late, noStart", .settled, 0),
      ("late, noStart", .settled, 0),
      ("none, noStart", .waiting, 0), ("0", .settled, 0),
    ],
  ]

  @Test(
    "A handler's state answers every call in every phase as the table says",
    arguments: Before.allCases, Array(Call.allCases.enumerated()))
  func call(before: Before, call: (offset: Int, element: Call)) throws {
    let expected = try #require(Self.table[before])[call.offset]
    var state = before.state
    #expect(call.element.make(&state) == expected.answer)
    #expect(state.phase == expected.phase)
    #expect(state.surplus == expected.surplus)
  }

  @Test("A late report counts once, for the start whose intent was executing, even after another bind")
  func lateOnce() {
    var state = Before.settledLate.state
    #expect(state.bind(toStart: 0, begunAt: 5).text == "none, noStart")
    #expect(state.report(during: 0) == .send)
    #expect(state.bind(toStart: 0, begunAt: 4).text == "late, keepsReport")
    state.takeLate(leaving: 3)
    #expect(state.bind(toStart: 0, begunAt: 3).text == "none, noStart")
    #expect(state.bind(toStart: 0, begunAt: 2).text == "late, superseded")
    state.takeLate(leaving: 0)
    #expect(state.bind(toStart: 0, begunAt: 0).text == "none, noStart")
  }

  @Test("A report belongs to the intent that executes when it arrives, not to an earlier one")
  func renewed() {
    var state = Before.reportedInside.state
    #expect(state.bind(toStart: 0, begunAt: 4).text == "none, keepsReport")
    #expect(state.report(during: 0) == .send)
    #expect(state.bind(toStart: 3, begunAt: 4).text == "none, keepsReport")
  }

  @Test("Surplus reports are counted, then returned once or left with the report")
  func surplus() {
    var state = Before.reported.state
    for _ in 0..<7 { _ = state.report(during: 0) }
    #expect(state.surplus == 7)
    var other = state
    #expect(state.settle() == 7)
    #expect(state.settle() == 0)
    _ = other.bind(toStart: 0, begunAt: 4)
    other.leaveSurplus()
    #expect(other.surplus == 0)
  }
}

extension HandlerState.Binding {
  fileprivate var text: String { "\(source), \(loser)" }
}
