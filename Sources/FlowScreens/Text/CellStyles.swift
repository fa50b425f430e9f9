/// The styles of a cell as bits. Copying a set would retain it, which would take most of the time of drawing a long
/// text.
struct CellStyles: Equatable {
  private let bits: UInt8

  init(_ styles: Set<TextStyle>) {
    bits = styles.reduce(0) { $0 | $1.bit }
  }

  var set: Set<TextStyle> {
    bits == 0 ? [] : Set(TextStyle.allCases.filter { bits & $0.bit != 0 })
  }
}

extension TextStyle {
  fileprivate var bit: UInt8 {
    switch self {
    case .bold: 1
    case .dim: 2
    case .underlined: 4
    case .inverse: 8
    case .red: 16
    case .green: 32
    case .yellow: 64
    case .cyan: 128
    }
  }
}
