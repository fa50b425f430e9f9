/// Why a run did not go back.
///
/// ```swift
/// do {
///   try await run.goBack(to: "Address")
/// } catch {
///   print(error)  // Run Order#1 cannot go back to 'Address'; the steps that it has come past are: Cart.
/// }
/// ```
public enum FlowHistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The run has not come past a step of this name, or has forgotten it; these are the ones that it can go back to, the
  /// latest first.
  case unknownStep(String, run: FlowRunID, known: [String])
  /// The run has ended.
  case runEnded(FlowRunID)

  /// A sentence for the person who reads a log.
  public var description: String {
    switch self {
    case .unknownStep(let identifier, let run, let known):
      known.isEmpty
        ? "Run \(run) cannot go back to '\(identifier)'; it remembers no earlier step."
        : "Run \(run) cannot go back to '\(identifier)'; the steps that it has come past are: \(Self.list(known))."
    case .runEnded(let run):
      "Run \(run) cannot go back; it has ended."
    }
  }

  /// The names without repetition.
  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
