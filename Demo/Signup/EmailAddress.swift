import FlowCommandLine
import FlowTerminal

/// A plausible email address: a name, an `@`, and a host that contains a dot. It may still not exist.
struct EmailAddress: Codable, Equatable, Sendable, CustomStringConvertible {
  /// The maximum number of characters.
  static let characterLimit = 254
  /// The maximum number of Unicode scalars. Characters with excessive accents are slow to compare.
  static let scalarLimit = 1_000

  /// The address without surrounding white space.
  let text: String

  /// Validates a text. Throws the reason if it is not an address.
  init(_ typed: String) throws(EmailAddressError) {
    let text = typed.trimmed
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.characterLimit, text.unicodeScalars.count <= Self.scalarLimit else {
      throw .tooLong(characters: max(text.count, text.unicodeScalars.count))
    }
    if let scalar = text.unicodeScalars.first(where: { $0.steersOutput || $0.properties.isWhitespace }) {
      throw .forbidden(scalar)
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw .malformed(text) }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else { throw .malformed(text) }
    self.text = text
  }

  var description: String { text }

  /// Decodes an address from a string.
  init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the address as a string.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The reason why an address is invalid.
enum EmailAddressError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text has only white space.
  case empty
  /// The text has more characters than ``EmailAddress/characterLimit``.
  case tooLong(characters: Int)
  /// The text has a character that an address cannot contain.
  case forbidden(Unicode.Scalar)
  /// The text is not of the form name@host.domain.
  case malformed(String)

  var description: String {
    switch self {
    case .empty:
      "The email address is empty: expected one like name@example.org."
    case .tooLong(let characters):
      "The email address is too long: expected at most \(EmailAddress.characterLimit) characters, found \(characters)."
    case .forbidden(let scalar):
      "The email address holds a character that is not allowed: found U+\(scalar.hexadecimal)."
    case .malformed(let text):
      "\(text.quoted) is not an email address: expected one like name@example.org."
    }
  }
}
