import FlowWeb
import FlowWebTesting
import Foundation
import Testing

@Suite("The explorer of journeys")
struct ExploringTests {
  /// The bound, which `FLOW_JOURNEY_ACTIONS` raises for a longer search.
  private static let actions = ProcessInfo.processInfo.environment["FLOW_JOURNEY_ACTIONS"].flatMap { Int($0) } ?? 2

  /// Correct journeys.
  enum Journey: CaseIterable {
    case charged, limited, planned, tickets

    var explorer: JourneyExplorer {
      switch self {
      case .charged: JourneyExplorer { try ShortFlow().pages($0) }
      case .limited: JourneyExplorer { try ShortFlow(limit: .seconds(600)).pages($0) }
      case .planned: JourneyExplorer { try PlannedFlow().pages($0) }
      case .tickets: JourneyExplorer { try TicketFlow().pages($0) }
      }
    }
  }

  @Test("A correct journey breaks no law in any sequence", arguments: Journey.allCases)
  func correct(journey: Journey) async throws {
    let coverage = try await journey.explorer.explore(actions: Self.actions)
    #expect(coverage.isComplete && coverage.states > 10, "\(journey): \(coverage)")
    if Self.actions > 2 { print("\(journey): \(coverage)") }
  }

  @Test("A correct journey breaks no law in random sequences", arguments: Journey.allCases)
  func random(journey: Journey) async throws {
    try await journey.explorer.explore(seeds: 0..<20, actions: 12)
  }

  @Test(
    "An answer that the flow refuses, and one that it takes, are sent at once",
    arguments: 1...2, 1...2)
  func refused(first: Int, second: Int) async throws {
    let explorer = JourneyExplorer { try ShortFlow(names: ["Ada", "Eve"]).pages($0) }
    try await explorer.replay("A start, B start, race \(first) \(second)")
  }

  @Test("What was acknowledged survives a kill at each byte of the journal")
  func bytes() async throws {
    let coverage = try await Journey.charged.explorer.explore(
      killingAtEachByteOf: "A start, A send 1, A link 1, A send 2")
    #expect(coverage.kills > 1_000 && coverage.states > 5, "\(coverage)")
  }

  @Test("A sequence is replayed from its text, and one that can't be played is refused")
  func replay() async throws {
    let explorer = Journey.charged.explorer
    let lines = try await explorer.replay("A start, A send 1, B open, kill, B send 0")
    #expect(
      lines == [
        "Tab A opens the start page, and starts.", "Tab A sends 'Who are you?' with name=Ada.",
        "Tab B opens the start page, and shows 'Check your answers'.",
        "The server is killed, and another one starts.", "Tab B sends 'Check your answers'.",
      ])
    for text in ["A fly", "A back", "A start, A link 9"] {
      let failure = await #expect(throws: JourneyFailure.self) { try await explorer.replay(text) }
      #expect(failure?.rule == .setup)
    }
  }

  @Test("The text of each action is read again")
  func texts() {
    for text in [
      "A start", "B open", "A send 2", "B link 1", "A back", "A reload", "B resend", "A twice 1", "A leave", "A drop 3",
      "A elsewhere", "A stranger 4", "A die 1 2", "race 1 2", "plant", "wait", "kill",
    ] {
      #expect(JourneyAction(text)?.description == text)
    }
    for text in ["", "A", "C start", "A send", "kill 1", "A  back", "A stranger 9"] {
      #expect(JourneyAction(text) == nil)
    }
  }
}
