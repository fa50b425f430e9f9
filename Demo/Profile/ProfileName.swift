import FlowCommandLine

/// A valid name for a profile: trimmed, not empty, not too long, and without control characters.
///
/// The flow validates a name before it sends a request. The server validates it again, because any client may send one.
struct ProfileName: Codable, Equatable, Sendable {
  /// The maximum number of characters.
  static let characterLimit = 200
  /// The maximum number of Unicode scalars. It is enough for 200 family emoji, but not for characters with excessive
  /// accents.
  static let scalarLimit = 2_000

  /// The name without surrounding white space.
  let text: String

  /// Validates a text. Throws the reason if it is not a valid name.
  init(_ typed: String) throws(ProfileNameError) {
    let text = typed.trimmed
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint }) else { throw .empty }
    if let scalar = scalars.first(where: \.steersOutput) { throw .forbidden(scalar) }
    guard text.count <= Self.characterLimit else { throw .tooLong(characters: text.count) }
    guard scalars.count <= Self.scalarLimit else { throw .tooManyScalars(scalars.count) }
    self.text = text
  }

  /// Decodes a name from a string.
  init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name as a string.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The reason why a name is invalid.
enum ProfileNameError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text has only white space or invisible characters.
  case empty
  /// The text has more characters than ``ProfileName/characterLimit``.
  case tooLong(characters: Int)
  /// The text has more scalars than ``ProfileName/scalarLimit``, because of accents and joiners.
  case tooManyScalars(Int)
  /// The text has a control character, a line separator, or a control of the writing direction.
  case forbidden(Unicode.Scalar)

  var description: String {
    switch self {
    case .empty:
      "The name is empty: expected at least one visible character."
    case .tooLong(let count):
      "The name is too long: expected at most \(ProfileName.characterLimit) characters, found \(count)."
    case .tooManyScalars(let count):
      "The name is too long: expected at most \(ProfileName.scalarLimit) Unicode scalars, found \(count)."
    case .forbidden(let scalar):
      "The name holds a character that is not allowed: expected visible characters, "
        + "found U+\(scalar.hexadecimal)."
    }
  }
}
