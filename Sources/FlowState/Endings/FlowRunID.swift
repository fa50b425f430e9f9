/// The name of a run: the flow and the number of the run.
///
/// ```swift
/// let id = FlowRunID(flow: "Profile", number: 2)
/// print(id)  // Profile#2
/// ```
public struct FlowRunID: Sendable, Hashable, CustomStringConvertible {
  /// The identifier of the flow. For a bare start, the identifier of the step that was started.
  public let flow: String
  /// The number of the run, from 1. Counts the runs of one flow value and its copies, or the bare starts of one step.
  public let number: Int

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - flow: The identifier of the flow.
  ///   - number: The number of the run.
  public init(flow: String, number: Int) {
    self.flow = flow
    self.number = number
  }

  /// The name as traces show it: `Profile#2`.
  public var description: String { "\(flow)#\(number)" }
}
