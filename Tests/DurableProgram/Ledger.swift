import Foundation

/// A record of the effects outside the store: a file to which each line is appended with one call, so that it survives a kill.
public struct Ledger: Sendable {
  private let descriptor: CInt

  /// Opens a ledger, and creates it if there is none.
  public init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "Can't open '\(path)'.")
  }

  /// Appends a line.
  public func note(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == bytes.count, "Can't write to the ledger.")
  }
}
