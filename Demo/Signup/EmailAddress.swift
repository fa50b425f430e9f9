import FlowTerminal

/// An address that looks like one: something, an `@`, and a host with a dot in it. Only a letter that arrives proves more.
struct EmailAddress: Equatable, Sendable, CustomStringConvertible {
  /// The most characters that an address may have.
  static let characterLimit = 254

  /// The address without the white space around it.
  let text: String

  /// Accepts what somebody typed, or says why not.
  init(_ typed: String) throws(EmailAddressError) {
    let text = typed.trimmed
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.characterLimit else { throw .tooLong(characters: text.count) }
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
}

/// Why an address was refused.
enum EmailAddressError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing but white space.
  case empty
  /// More characters than ``EmailAddress/characterLimit``.
  case tooLong(characters: Int)
  /// A character that no address holds.
  case forbidden(Unicode.Scalar)
  /// Not of the form name@host.domain.
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
