#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error that occurs when text can't be written.
///
/// ```swift
/// do {
///   try output.writeLine("Name: Bo")
/// } catch {
///   if error.isClosed { exit(0) }  // The reader has closed the pipe, as in `Demo | head -1`. This isn't an error.
/// }
/// ```
public struct OutputFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system's error number, such as `ENOSPC`.
  public let code: CInt

  /// Creates a failure from a system error number.
  ///
  /// - Parameter code: The value of `errno`.
  public init(code: CInt) {
    self.code = code
  }

  /// A Boolean value that indicates whether the descriptor or the other end of its pipe is closed.
  public var isClosed: Bool { code == EPIPE || code == EBADF }

  /// A sentence that describes the error.
  public var description: String {
    let reason = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return "The text could not be written: \(reason)."
  }
}
