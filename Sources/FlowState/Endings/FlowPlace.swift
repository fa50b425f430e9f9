/// Where in a run something happened.
///
/// ```swift
/// let place = FlowPlace(run: FlowRunID(flow: "Profile", number: 1), lane: 0, visit: 3)
/// print(place)  // visit 3 of run Profile#1
/// ```
public struct FlowPlace: Sendable, Hashable, CustomStringConvertible {
  /// The run.
  public let run: FlowRunID
  /// The lane in the run: 0 for the chain that the run began with, a higher number for each child of a concurrent step.
  public let lane: Int
  /// How many steps the run had started, this one included; 0 before the first.
  public let visit: Int

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - lane: The number of the lane in the run.
  ///   - visit: The number of the visit in the run.
  public init(run: FlowRunID, lane: Int, visit: Int) {
    self.run = run
    self.lane = lane
    self.visit = visit
  }

  /// The place in words, as error messages use it.
  public var description: String {
    lane == 0 ? "visit \(visit) of run \(run)" : "visit \(visit) of run \(run), lane \(lane)"
  }
}

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
