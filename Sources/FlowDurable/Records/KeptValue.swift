public import FlowJSON

/// A value that a run keeps, with the version of its shape.
///
/// ```swift
/// let address = KeptValue(["street": "Elm Street 1"], version: 2)
/// ```
public struct KeptValue: Sendable, Hashable {
  /// The value.
  public var value: JSONValue
  /// The version of the value's shape, from 1.
  public var version: Int

  /// Creates a kept value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - version: The version of its shape.
  public init(_ value: JSONValue, version: Int = 1) {
    self.value = value
    self.version = version
  }
}

/// A failure as it is recorded. Errors don't have to be `Codable`.
///
/// ```swift
/// let failure = RecordedFailure(type: "Declined", text: "The bank declined the payment.")
/// ```
public struct RecordedFailure: Sendable, Hashable {
  /// The name of the error's type.
  public var type: String
  /// The error as text.
  public var text: String
  /// The error as JSON, if it is `Codable`.
  public var value: JSONValue?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - type: The name of the error's type.
  ///   - text: The error as text.
  ///   - value: The error as JSON.
  public init(type: String, text: String, value: JSONValue? = nil) {
    self.type = type
    self.text = text
    self.value = value
  }
}
