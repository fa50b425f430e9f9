import Foundation

/// An error of the operating system.
package struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  /// Creates the error with a code.
  package init(code: Int32) {
    self.code = code
  }

  /// The error of the system call that has just failed.
  package static var last: SystemFailure { SystemFailure(code: errno) }

  /// The system's description, in lower case for use inside a sentence.
  package var description: String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
