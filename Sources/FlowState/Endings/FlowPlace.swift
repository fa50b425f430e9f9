/// A place in a run: the lane and the number of the visit.
///
/// ```swift
/// let place = FlowPlace(run: FlowRunID(flow: "Profile", number: 1), lane: 0, visit: 3)
/// print(place)  // visit 3 of run Profile#1
/// ```
public struct FlowPlace: Sendable, Hashable, CustomStringConvertible {
  /// The run.
  public let run: FlowRunID
  /// The number of the lane in the run.
  ///
  /// Lane 0 is the chain that the run began with. Each lane that a step opens has a higher number: for its children, or for
  /// the step that an operator or a coordinator hosts.
  public let lane: Int
  /// The number of steps that the run had started, including this one; 0 before the first.
  public let visit: Int

  /// Creates a place.
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

  /// The place as error messages show it.
  public var description: String {
    lane == 0 ? "visit \(visit) of run \(run)" : "visit \(visit) of run \(run), lane \(lane)"
  }
}
