#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why text could not be written.
///
/// ```swift
/// do {
///   try output.writeLine("Name: Bo")
/// } catch {
///   if error.isClosed { exit(0) }  // Nobody reads on, as in `Demo | head -1`: no reason to complain.
/// }
/// ```
public struct OutputFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system's error number, such as `ENOSPC`.
  public let code: CInt

  /// Makes a failure from an error number of the system.
  ///
  /// - Parameter code: The value of `errno`.
  public init(code: CInt) {
    self.code = code
  }

  /// Whether nobody is there to read: the pipe's other end or the descriptor itself is closed.
  public var isClosed: Bool { code == EPIPE || code == EBADF }

  /// What went wrong, as a sentence.
  public var description: String {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return "The text could not be written: \(reason)."
  }
}
