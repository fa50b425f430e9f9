import Foundation

/// An error of the operating system.
struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  let code: Int32

  /// The error of the system call that has just failed.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// The system's description, in lower case for use inside a sentence.
  var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
