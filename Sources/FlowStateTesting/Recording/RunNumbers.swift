import FlowState

/// Numbers for the runs of each flow, starting at 1, in the order in which they appear in a recording.
///
/// If several tests share a flow, the flow's own numbers depend on the order of the tests.
struct RunNumbers {
  /// The first run of the recording.
  private(set) var first: FlowRunID?
  private var names: [FlowRunID: FlowRunID] = [:]
  private var counts: [String: Int] = [:]

  /// Returns the run of an event with its number in the recording.
  mutating func name(of event: FlowEvent) -> FlowRunID {
    if case .runBegan = event.kind {
      // A durable run needs a new name even if its ID was used before, because each store numbers its own runs.
      return newName(of: event.run)
    }
    return name(of: event.run)
  }

  /// Returns a run with its number in the recording.
  mutating func name(of run: FlowRunID) -> FlowRunID {
    names[run] ?? newName(of: run)
  }

  private mutating func newName(of run: FlowRunID) -> FlowRunID {
    counts[run.flow, default: 0] += 1
    let name = FlowRunID(flow: run.flow, number: counts[run.flow, default: 0])
    names[run] = name
    if first == nil { first = name }
    return name
  }
}
