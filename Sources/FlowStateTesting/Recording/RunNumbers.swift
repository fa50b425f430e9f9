import FlowState

/// Numbers runs in the order in which a recording comes to them, for each flow from 1.
///
/// A flow that several tests share counts the runs of all of them, so its own numbers depend on which test came first.
struct RunNumbers {
  /// The run that the recording began with.
  private(set) var first: FlowRunID?
  private var names: [FlowRunID: FlowRunID] = [:]
  private var counts: [String: Int] = [:]

  /// The run of an event under the recording's number.
  mutating func name(of event: FlowEvent) -> FlowRunID {
    if case .runBegan = event.kind {
      // Also if another flow of the same identifier has had a run of this number.
      return newName(of: event.run)
    }
    return names[event.run] ?? newName(of: event.run)
  }

  private mutating func newName(of run: FlowRunID) -> FlowRunID {
    counts[run.flow, default: 0] += 1
    let name = FlowRunID(flow: run.flow, number: counts[run.flow, default: 0])
    names[run] = name
    if first == nil { first = name }
    return name
  }
}
