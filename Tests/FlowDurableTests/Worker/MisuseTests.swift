import DurableTestSupport
import FlowChains
import FlowDurable
import FlowStateTesting
import TestSupport
import Testing

/// Invalid arguments trap with a full sentence.
struct MisuseTests {
  /// A misuse, by the sentence with which it traps.
  enum Misuse: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case visits = "Flow 'text' remembers -1 visits; the number must not be negative."
    case atOnce = "A FlowWorker holds 0 runs at once; the number must be at least 1."
    case lease = "A FlowWorker claims runs for 0.0 seconds; a lease must be more than zero."
    case retention = "A FlowWorker keeps ended runs for -1.0 seconds; the time must not be negative."
    case unknownLimit = "A FlowWorker limits flow 'other', which it doesn't run."
    case limit = "A FlowWorker holds 0 runs of flow 'text'; the number must be at least 1."
    case sameName = "A FlowWorker runs two flows with the name 'text'. A store finds a flow by its name."

    var testDescription: String { rawValue }

    func commit() throws {
      let flow = try textFlow { append("a") }
      let store = MemoryStore()
      switch self {
      case .visits: _ = flow.remembering(visits: -1)
      case .atOnce: _ = FlowWorker(store, running: [flow], atOnce: 0)
      case .lease: _ = FlowWorker(store, running: [flow], lease: .zero)
      case .retention: _ = FlowWorker(store, running: [flow], keepingEnded: .seconds(-1))
      case .unknownLimit: _ = FlowWorker(store, running: [flow], limits: ["other": 1])
      case .limit: _ = FlowWorker(store, running: [flow], limits: ["text": 0])
      case .sameName: _ = FlowWorker(store, running: [flow, flow])
      }
    }
  }

  @Test("An invalid argument traps with a sentence that describes the mistake", arguments: Misuse.allCases)
  func says(misuse: Misuse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
      try misuse.commit()
    }
    expectSaid(result, misuse.rawValue)
  }
}
