/// The sequences that a ``JourneyExplorer`` has played.
///
/// ```swift
/// let coverage = try await explorer.explore(actions: 3)
/// print(coverage)  // 1,204 sequences of at most 3 actions, which are all; 310 states.
/// ```
public struct JourneyCoverage: Sendable, CustomStringConvertible {
  /// The number of sequences that were played, without those that began with a state that another one had reached.
  public internal(set) var sequences = 0
  /// The number of different states that were reached.
  public internal(set) var states = 0
  /// The number of places at which the server was killed.
  public internal(set) var kills = 0
  /// The maximum number of actions in a sequence.
  public internal(set) var actions = 0
  /// Whether all sequences up to ``actions`` were played.
  public internal(set) var isComplete = true

  /// The coverage as one line.
  public var description: String {
    var parts = ["\(sequences) sequences of at most \(actions) actions\(isComplete ? ", which are all" : "")"]
    if states > 0 { parts.append("\(states) states") }
    if kills > 0 { parts.append("\(kills) kills") }
    return parts.joined(separator: "; ") + "."
  }
}
