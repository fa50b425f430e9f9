/// Where in a run something happened.
///
/// ```swift
/// let place = FlowPlace(run: FlowRunID(flow: "Profile", number: 1), lane: 0, visit: 3)
/// print(place)  // visit 3 of run Profile#1
/// ```
public struct FlowPlace: Sendable, Hashable, CustomStringConvertible {
  /// The run.
  public let run: FlowRunID
  /// The lane in the run: 0 for the chain that the run began with, a higher number for each that a step has opened: for its
  /// children, or for the step that an operator or a coordinator hosts.
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
