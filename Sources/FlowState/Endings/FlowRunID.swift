import Synchronization

/// The identity of a run, and its name: the flow and the number of the run.
///
/// Two runs can have the same name, because each flow value counts its own runs, and several flows can have one identifier. They still
/// have different identities, so an ID is a safe key for what an observer records of a run. To compare names, compare ``flow`` and
/// ``number``, or the descriptions. An ID that you create equals another one that you create with the same name. It doesn't equal the
/// ID of a run.
///
/// ```swift
/// let id = FlowRunID(flow: "Profile", number: 2)
/// print(id)  // Profile#2
/// ```
public struct FlowRunID: Sendable, Hashable, CustomStringConvertible {
  /// The number of runs of the process. It only distinguishes runs. Nothing shows it or depends on its value.
  private static let runs = Atomic<UInt64>(0)

  /// The identifier of the flow. For a bare start, the identifier of the step that was started.
  public let flow: String
  /// The number of the run, from 1. Counts the runs of one flow value and its copies, or the bare starts of one step.
  public let number: Int
  /// A number that no other run of the process has. 0 for a name that doesn't come from a run of this process, and for a part of a
  /// durable run, which has the number of the run in its store.
  package let instance: UInt64

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - flow: The identifier of the flow.
  ///   - number: The number of the run.
  public init(flow: String, number: Int) {
    self.flow = flow
    self.number = number
    instance = 0
  }

  /// Creates the ID of a run that is about to begin.
  init(ofNewRunOf flow: String, number: Int) {
    self.flow = flow
    self.number = number
    instance = FlowRunID.runs.add(1, ordering: .relaxed).newValue
  }

  /// The name as traces show it: `Profile#2`.
  public var description: String { "\(flow)#\(number)" }
}
