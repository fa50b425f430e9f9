/// A pixel with its colour and opacity.
struct Pixel: Sendable, Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255
}

/// An image in a PNG file, as the W3C describes it: all kinds of pixels, also interlaced. Samples of 16 bits become 8 bits.
///
/// The limits of ``PNGHeader`` bound the memory and the time, whatever the bytes are.
struct PNGImage: Sendable {
  let header: PNGHeader
  /// The rows of all passes. Each begins with the number of its filter, which no longer applies.
  private var rows: [UInt8]
  /// The colours of a palette. Those that the file doesn't have are black.
  private var palette: [Pixel] = []
  /// The samples of the pixels that are transparent, in an image without opacity.
  private var transparent: [Int]?

  init(_ file: [UInt8]) throws(PNGFailure) {
    var chunks = try PNGChunks(file)
    let first = try chunks.next()
    guard first.name == "IHDR" else { throw .damaged }
    header = try PNGHeader(Array(first.bytes))
    rows = []
    var data: [UInt8] = []
    var last = first
    var hasData = false
    while true {
      let chunk = try chunks.next()
      switch chunk.name {
      case "PLTE" where palette.isEmpty && !hasData: try readPalette(chunk.bytes)
      case "tRNS" where !hasData: try readTransparency(chunk.bytes)
      case "IDAT" where !hasData || last.name == "IDAT":
        hasData = true
        data += chunk.bytes
      case "IEND":
        guard hasData, header.kind != .palette || !palette.isEmpty else { throw .damaged }
        do { rows = try Inflate.bytes(of: data, length: header.byteCount) } catch { throw .damaged }
        try removeFilters()
        return
      case "IHDR", "PLTE", "IDAT", "tRNS": throw .damaged
      default: guard chunk.isOptional else { throw .damaged }
      }
      last = chunk
    }
  }

  private mutating func readPalette(_ bytes: ArraySlice<UInt8>) throws(PNGFailure) {
    guard header.kind != .gray, header.kind != .grayWithAlpha, (3...768).contains(bytes.count),
      bytes.count.isMultiple(of: 3)
    else { throw .damaged }
    palette = stride(from: bytes.startIndex, to: bytes.endIndex, by: 3).map {
      Pixel(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
    }
    palette += repeatElement(Pixel(red: 0, green: 0, blue: 0), count: 256 - palette.count)
  }

  private mutating func readTransparency(_ bytes: ArraySlice<UInt8>) throws(PNGFailure) {
    switch header.kind {
    case .palette:
      guard bytes.count <= palette.count else { throw .damaged }
      for (index, alpha) in bytes.enumerated() { palette[index].alpha = alpha }
    case .gray, .color:
      guard bytes.count == header.kind.channels * 2 else { throw .damaged }
      transparent = (0..<header.kind.channels).map { Int(bytes.dropFirst($0 * 2).prefix(2).bigEndian) }
    case .grayWithAlpha, .colorWithAlpha: throw .damaged
    }
  }

  private mutating func removeFilters() throws(PNGFailure) {
    let distance = header.filterDistance
    var start = 0
    for pass in header.passes {
      let stride = 1 + header.rowBytes(of: pass)
      for row in 0..<pass.height {
        let filter = rows[start]
        guard filter <= 4 else { throw .damaged }
        for place in start + 1..<start + stride where filter > 0 {
          let hasLeft = place - distance > start
          let left = hasLeft ? Int(rows[place - distance]) : 0
          let above = row > 0 ? Int(rows[place - stride]) : 0
          let guess =
            switch filter {
            case 1: left
            case 2: above
            case 3: (left + above) / 2
            default: Self.paeth(left, above, hasLeft && row > 0 ? Int(rows[place - stride - distance]) : 0)
            }
          rows[place] &+= UInt8(guess)
        }
        start += stride
      }
    }
  }

  /// Returns the neighbor that is closest to a linear guess.
  private static func paeth(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let guess = left + above - corner
    let distances = (abs(guess - left), abs(guess - above), abs(guess - corner))
    if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
    return distances.1 <= distances.2 ? above : corner
  }

  /// Calls a closure with each pixel and its place. The order isn't that of the places if the image is interlaced.
  func forEachPixel(_ body: (_ column: Int, _ row: Int, Pixel) -> Void) {
    var start = 1
    for pass in header.passes {
      for row in 0..<pass.height {
        for column in 0..<pass.width {
          body(
            pass.left + column * pass.columnStep, pass.top + row * pass.rowStep, pixel(at: column, inRowAt: start))
        }
        start += 1 + header.rowBytes(of: pass)
      }
    }
  }

  private func pixel(at column: Int, inRowAt start: Int) -> Pixel {
    let first = column * header.kind.channels
    func sample(_ channel: Int) -> Int { self.sample(first + channel, inRowAt: start) }
    func opacity(_ isTransparent: Bool) -> UInt8 { isTransparent ? 0 : 255 }
    switch header.kind {
    case .palette: return palette[sample(0)]
    case .gray, .grayWithAlpha:
      let gray = byte(sample(0))
      let alpha = header.kind == .gray ? opacity(transparent?[0] == sample(0)) : byte(sample(1))
      return Pixel(red: gray, green: gray, blue: gray, alpha: alpha)
    case .color:
      let (red, green, blue) = (sample(0), sample(1), sample(2))
      let isTransparent = transparent.map { $0[0] == red && $0[1] == green && $0[2] == blue } ?? false
      return Pixel(red: byte(red), green: byte(green), blue: byte(blue), alpha: opacity(isTransparent))
    case .colorWithAlpha:
      return Pixel(red: byte(sample(0)), green: byte(sample(1)), blue: byte(sample(2)), alpha: byte(sample(3)))
    }
  }

  private func sample(_ index: Int, inRowAt start: Int) -> Int {
    switch header.depth {
    case 8: return Int(rows[start + index])
    case 16: return Int(rows[start + index * 2]) << 8 | Int(rows[start + index * 2 + 1])
    default:
      let bit = index * header.depth
      return Int(rows[start + bit / 8]) >> (8 - header.depth - bit % 8) & (1 << header.depth - 1)
    }
  }

  /// Returns a sample as one of eight bits.
  private func byte(_ sample: Int) -> UInt8 {
    let maximum = 1 << header.depth - 1
    return UInt8((sample * 255 + maximum / 2) / maximum)
  }
}
