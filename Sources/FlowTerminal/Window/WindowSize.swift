#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many columns and rows a terminal's window has.
///
/// ```swift
/// let size = WindowSize(columns: 80, rows: 24)
/// ```
public struct WindowSize: Sendable, Hashable {
  /// The width in characters; 1 or more.
  public let columns: Int
  /// The height in lines; 1 or more.
  public let rows: Int

  /// Makes a size.
  ///
  /// - Parameters:
  ///   - columns: The width; below 1 is taken as unknown, which is 80.
  ///   - rows: The height; below 1 is taken as unknown, which is 24.
  public init(columns: Int, rows: Int) {
    self.columns = columns > 0 ? columns : 80
    self.rows = rows > 0 ? rows : 24
  }

  /// Asks a terminal; 80 by 24 where there is no window.
  init(of descriptor: CInt) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    self.init(columns: isKnown ? Int(size.ws_col) : 0, rows: isKnown ? Int(size.ws_row) : 0)
  }
}
