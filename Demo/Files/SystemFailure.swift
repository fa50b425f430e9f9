import Foundation

/// A refusal by the operating system.
struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  /// Takes the reason of the call that has just failed.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// The system's own words, in lower case to stand inside a sentence.
  var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
