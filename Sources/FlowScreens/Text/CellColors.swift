/// The colours of a cell of an image. A side without a colour has the one of the terminal.
package struct CellColors: Sendable, Hashable {
  /// A colour that a terminal can show.
  package enum Color: Sendable, Hashable {
    /// A colour of 24 bits.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    /// One of the 256 colours of a terminal.
    case indexed(UInt8)
  }

  package var foreground: Color?
  package var background: Color?

  package init(foreground: Color? = nil, background: Color? = nil) {
    self.foreground = foreground
    self.background = background
  }
}
