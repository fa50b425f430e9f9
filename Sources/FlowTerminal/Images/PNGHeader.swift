/// The header of a PNG file: its size, and how its rows store the pixels.
struct PNGHeader: Sendable {
  /// The contents of a pixel. The number is the one of the format.
  enum Kind: UInt8 {
    case gray = 0
    case color = 2
    case palette = 3
    case grayWithAlpha = 4
    case colorWithAlpha = 6

    /// The number of samples of a pixel.
    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayWithAlpha: 2
      case .color: 3
      case .colorWithAlpha: 4
      }
    }

    fileprivate var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .color, .grayWithAlpha, .colorWithAlpha: [8, 16]
      }
    }
  }

  /// Some of the rows of an image, and some of the pixels in them. An image that isn't interlaced has one pass.
  struct Pass {
    let left: Int
    let top: Int
    let columnStep: Int
    let rowStep: Int
    let width: Int
    let height: Int
  }

  /// The most pixels, and the most bytes of all rows. Larger images would take seconds and much memory.
  static let maximumPixels = 16_000_000
  static let maximumBytes = 64 << 20

  let width: Int
  let height: Int
  /// The number of bits of a sample.
  let depth: Int
  let kind: Kind
  private let isInterlaced: Bool

  /// Reads the contents of the chunk `IHDR`.
  init(_ bytes: [UInt8]) throws(PNGFailure) {
    guard bytes.count == 13, let kind = Kind(rawValue: bytes[9]), kind.depths.contains(Int(bytes[8])), bytes[10] == 0,
      bytes[11] == 0, bytes[12] <= 1
    else { throw .damaged }
    width = Int(bytes[0..<4].bigEndian)
    height = Int(bytes[4..<8].bigEndian)
    depth = Int(bytes[8])
    self.kind = kind
    isInterlaced = bytes[12] == 1
    guard width > 0, height > 0 else { throw .damaged }
    guard width <= Self.maximumPixels / height, byteCount <= Self.maximumBytes else { throw .tooLarge }
  }

  /// The number of bytes of all rows.
  var byteCount: Int { passes.reduce(0) { $0 + $1.height * (1 + rowBytes(of: $1)) } }

  /// The number of bytes of a row, without the number of its filter.
  func rowBytes(of pass: Pass) -> Int { (pass.width * kind.channels * depth + 7) / 8 }

  /// The distance of a byte from the one that a filter compares it with.
  var filterDistance: Int { max(1, kind.channels * depth / 8) }

  /// The passes that have pixels, in order.
  var passes: [Pass] {
    (isInterlaced ? Self.interlacing : Self.allAtOnce).compactMap { step in
      guard step.left < width, step.top < height else { return nil }
      return Pass(
        left: step.left, top: step.top, columnStep: step.columnStep, rowStep: step.rowStep,
        width: (width - step.left - 1) / step.columnStep + 1, height: (height - step.top - 1) / step.rowStep + 1)
    }
  }

  private typealias Steps = [(left: Int, top: Int, columnStep: Int, rowStep: Int)]
  private static let allAtOnce: Steps = [(0, 0, 1, 1)]
  /// The seven passes of Adam7.
  private static let interlacing: Steps = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]
}
