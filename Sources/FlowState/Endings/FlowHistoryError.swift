/// An error that explains why a run didn't go back.
///
/// ```swift
/// do {
///   try await run.goBack(to: "Address")
/// } catch {
///   print(error)  // Run Order#1 cannot go back to 'Address'; the steps that it can go back to are: Cart.
/// }
/// ```
public enum FlowHistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The run has no earlier visit of a step with this name, or no longer keeps it. `known` lists the steps that the run can go
  /// back to, latest first.
  case unknownStep(String, run: FlowRunID, known: [String])
  /// The run has fewer earlier stops than it should go back by. `available` is their number.
  case tooFewStops(Int, run: FlowRunID, available: Int)
  /// The run would go back past this step, which is final and has completed.
  case finalStep(String, run: FlowRunID)
  /// The run has ended.
  case runEnded(FlowRunID)

  /// A description of the error, for logs.
  public var description: String {
    switch self {
    case .unknownStep(let identifier, let run, let known):
      known.isEmpty
        ? "Run \(run) cannot go back to '\(identifier)'; it remembers no earlier step."
        : "Run \(run) cannot go back to '\(identifier)'; the steps that it can go back to are: \(Self.list(known))."
    case .tooFewStops(let count, let run, let available):
      "Run \(run) cannot go back by \(count) stops; it has \(available) earlier stops."
    case .finalStep(let step, let run):
      "Run \(run) cannot go back past '\(step)', which is final."
    case .runEnded(let run):
      "Run \(run) cannot go back; it has ended."
    }
  }

  /// Joins the names without repetition.
  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
