import FlowScreens

/// The colours of images on a terminal.
enum ColorDepth: Sendable {
  /// The cube of 6 × 6 × 6 colours among the 256 colours of most terminals.
  case cube
  /// All colours of 24 bits.
  case full
}

extension PixelGrid {
  /// Returns the grid as lines of half blocks. Each cell shows an upper and a lower pixel. A pixel that is more
  /// transparent than not shows the background of the terminal.
  func lines(_ depth: ColorDepth) -> [StyledText] {
    stride(from: 0, to: height, by: 2).map { row in
      var line = StyledText()
      for column in 0..<width {
        let upper = color(column, row, depth)
        if let lower = row + 1 < height ? color(column, row + 1, depth) : nil {
          let colors =
            upper == nil ? CellColors(foreground: lower) : CellColors(foreground: upper, background: lower)
          line.append(StyledText(upper == nil ? "▄" : "▀", colors))
        } else {
          line.append(upper.map { StyledText("▀", CellColors(foreground: $0)) } ?? " ")
        }
      }
      return line
    }
  }

  private func color(_ column: Int, _ row: Int, _ depth: ColorDepth) -> CellColors.Color? {
    let pixel = pixels[row * width + column]
    guard pixel.alpha >= 128 else { return nil }
    switch depth {
    case .full: return .rgb(red: pixel.red, green: pixel.green, blue: pixel.blue)
    case .cube: return .indexed(16 + 36 * Self.level(pixel.red) + 6 * Self.level(pixel.green) + Self.level(pixel.blue))
    }
  }

  /// Returns the closest of the six levels 0, 95, 135, 175, 215, and 255.
  private static func level(_ value: UInt8) -> UInt8 {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }
}
