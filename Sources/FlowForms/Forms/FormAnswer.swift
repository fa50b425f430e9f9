import FlowDurable

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

  private enum Key: CodingKey { case value, entry }

  /// Decodes an answer, whose entry can have files. Without an entry, the texts of the value are the entry.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the value or the entry doesn't decode.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    value = try members.decode(Value.self, forKey: .value)
    if !members.contains(.entry), let kept = try? members.decode(KeptEntry.self, forKey: .value) {
      entry = kept.entry
    } else {
      entry = try members.decode(KeptEntry.self, forKey: .entry).entry
    }
  }

  /// Encodes the answer. A run doesn't store an entry that has the same texts as the value.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(value, forKey: .value)
    if let key = StoredJSON.isStoring, encoder.userInfo[key] != nil, let texts = try? StoredJSON.of(entry),
      texts == (try? StoredJSON.of(value))
    {
      return
    }
    try members.encode(entry, forKey: .entry)
  }
}

extension FormAnswer: Equatable where Value: Equatable {}
extension FormAnswer: Hashable where Value: Hashable {}
