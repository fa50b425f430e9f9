extension Unicode.Scalar {
  /// The number of the scalar, with at least four digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether printing the scalar would move the cursor, end the line or reorder the surrounding text.
  package var steersOutput: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }
}
