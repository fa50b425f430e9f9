/// A name fit for a profile: trimmed, not empty, not too long, and unable to steer a terminal.
///
/// The flow asks this before it sends anything, and the server asks again, since anybody may send.
struct ProfileName: Equatable, Sendable {
  /// The most characters that a name may have.
  static let characterLimit = 200
  /// The most Unicode scalars: 200 family emoji fit, letters under a tower of accents do not.
  static let scalarLimit = 2_000

  /// The name without the white space around it.
  let text: String

  /// Accepts what somebody typed or sent, or says why not.
  init(_ typed: String) throws(ProfileNameError) {
    let text = typed.trimmed
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint }) else { throw .empty }
    if let scalar = scalars.first(where: \.steersOutput) { throw .forbidden(scalar) }
    guard text.count <= Self.characterLimit else { throw .tooLong(characters: text.count) }
    guard scalars.count <= Self.scalarLimit else { throw .tooManyScalars(scalars.count) }
    self.text = text
  }
}

/// Why a name was refused.
enum ProfileNameError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing but white space or invisible characters.
  case empty
  /// More characters than ``ProfileName/characterLimit``.
  case tooLong(characters: Int)
  /// More accents and joiners than ``ProfileName/scalarLimit`` leaves room for.
  case tooManyScalars(Int)
  /// A control character, a separator of lines or a control of the writing direction.
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
