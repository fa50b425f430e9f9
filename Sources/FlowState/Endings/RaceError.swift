/// Why nobody has won a race: what became of each step that took part.
///
/// ```swift
/// nearest.setFailure { error in
///   if let race = error.cause as? RaceError { log("\(race.causes.count) mirrors failed") }
///   return .goTo(apology)
/// }
/// ```
public struct RaceError: Error, CustomStringConvertible {
  /// The failure of each child, in the order in which they take part.
  public let causes: [FlowError]

  /// Makes an error.
  ///
  /// - Parameter causes: The failure of each child.
  public init(causes: [FlowError]) {
    self.causes = causes
  }

  /// A sentence for the person who reads a log.
  public var description: String {
    causes.isEmpty
      ? "A race without steps has no winner."
      : "No step of the race completed: " + causes.map(\.description).joined(separator: "; ")
  }
}
