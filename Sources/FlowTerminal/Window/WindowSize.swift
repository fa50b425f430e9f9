#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The size of a terminal window in columns and rows.
///
/// ```swift
/// let size = WindowSize(columns: 80, rows: 24)
/// ```
public struct WindowSize: Sendable, Hashable {
  /// The width in characters, at least 1.
  public let columns: Int
  /// The height in lines, at least 1.
  public let rows: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - columns: The width. A value below 1 means unknown and becomes 80.
  ///   - rows: The height. A value below 1 means unknown and becomes 24.
  public init(columns: Int, rows: Int) {
    self.columns = columns > 0 ? columns : 80
    self.rows = rows > 0 ? rows : 24
  }

  /// Creates the size of a terminal's window, or 80 by 24 if there is no window.
  init(of descriptor: CInt) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    self.init(columns: isKnown ? Int(size.ws_col) : 0, rows: isKnown ? Int(size.ws_row) : 0)
  }
}
