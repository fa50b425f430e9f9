/// The steps that going back would take back and undo, to show them before it happens.
///
/// ```swift
/// let way = try scope.wayBack()
/// if !way.undone.isEmpty { confirm("This undoes \(way.undone.joined(separator: ", ")).") }
/// ```
public struct FlowWayBack: Sendable, Hashable {
  /// The name of the step to which the run would go back; nil if it would go back past its first step, which ends it.
  public let target: String?
  /// The names of the steps whose visits would be taken back: the current step first, the target last.
  public let steps: [String]
  /// The names of the steps, or of steps inside them, whose effects would be undone, latest first.
  public let undone: [String]

  /// Creates a way, for tests of code that shows one.
  ///
  /// - Parameters:
  ///   - target: The name of the step to which the run would go back.
  ///   - steps: The names of the steps whose visits would be taken back, the current step first.
  ///   - undone: The names of the steps whose effects would be undone, latest first.
  public init(target: String?, steps: [String], undone: [String]) {
    self.target = target
    self.steps = steps
    self.undone = undone
  }
}
