/// The answer to a form: the value that was read, and the entry as the person typed it.
///
/// It is the result of a step that shows a form, and the message that a durable run takes for one. When the run goes back to the
/// step, the form shows the entry again.
///
/// ```swift
/// let answer = try delivery.answer(["name": "Ada", "email": "ada@example.org"])
/// print(answer.value.email)
/// ```
///
/// Private answers, such as passwords, are in the value and not in the entry.
public struct FormAnswer<Value: Codable & Sendable>: Codable, Sendable {
  /// The value that was read.
  public let value: Value
  /// The texts that the person entered, without private ones.
  public let entry: FormEntry

  /// Creates an answer. ``FlowForm/answer(_:)`` also checks the entry.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - entry: The texts that the person entered, without private ones.
  public init(value: Value, entry: FormEntry) {
    self.value = value
    self.entry = entry
  }
}

extension FormAnswer: Equatable where Value: Equatable {}
extension FormAnswer: Hashable where Value: Hashable {}
