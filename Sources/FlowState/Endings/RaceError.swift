/// An error that reports that every step of a race failed.
///
/// ```swift
/// nearest.setFailure { error in
///   if let race = error.cause as? RaceError { log("\(race.causes.count) mirrors failed") }
///   return .goTo(apology)
/// }
/// ```
public struct RaceError: Error, CustomStringConvertible {
  /// The failures of the children, in the order in which the children were passed.
  public let causes: [FlowError]

  /// Creates an error.
  ///
  /// - Parameter causes: The failures of the children.
  public init(causes: [FlowError]) {
    self.causes = causes
  }

  /// A description of the error, for logs.
  public var description: String { ErrorText.text(of: self) }
}
