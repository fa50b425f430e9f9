/// The name of one run: the flow it is of, and which of that flow's runs it is.
///
/// ```swift
/// let id = FlowRunID(flow: "Profile", number: 2)
/// print(id)  // Profile#2
/// ```
public struct FlowRunID: Sendable, Hashable, CustomStringConvertible {
  /// The identifier of the flow; for a bare start, the identifier of the step that was started.
  public let flow: String
  /// Counts the runs of one flow value and its copies, or the bare starts of one step, from 1.
  public let number: Int

  /// Makes a name.
  ///
  /// - Parameters:
  ///   - flow: The identifier of the flow.
  ///   - number: Which of its runs.
  public init(flow: String, number: Int) {
    self.flow = flow
    self.number = number
  }

  /// The name as it stands in traces: `Profile#2`.
  public var description: String { "\(flow)#\(number)" }
}
