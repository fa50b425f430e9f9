/// Pixels in rows and columns, as few as a terminal shows.
struct PixelGrid: Sendable, Equatable {
  let width: Int
  let height: Int
  let pixels: [Pixel]

  /// The most columns of an image. A cell of a terminal shows two pixels, one above the other.
  static let maximumColumns = 40
  static let maximumRows = 20

  init(width: Int, height: Int, pixels: [Pixel]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Creates a grid from an image, scaled down to the most columns and rows.
  init(_ image: PNGImage) {
    var average = BoxAverage(width: image.header.width, height: image.header.height, columns: Self.maximumColumns)
    image.forEachPixel { average.add($2, column: $0, row: $1) }
    self = average.grid
  }

  /// Returns the grid scaled down to a number of columns. A grid that fits doesn't change.
  func fitting(columns: Int) -> PixelGrid {
    guard width > columns else { return self }
    var average = BoxAverage(width: width, height: height, columns: columns)
    for row in 0..<height {
      for column in 0..<width { average.add(pixels[row * width + column], column: column, row: row) }
    }
    return average.grid
  }
}

/// Scales pixels down: each pixel of the result is the average of the pixels that it replaces.
private struct BoxAverage {
  private struct Box {
    var red = 0
    var green = 0
    var blue = 0
    var alpha = 0
    var count = 0
  }

  private let source: (width: Int, height: Int)
  private let size: (width: Int, height: Int)
  private var boxes: [Box]

  /// Creates boxes with the proportions of the source, but never more of them than pixels.
  init(width: Int, height: Int, columns: Int) {
    source = (width, height)
    let (most, highest) = (max(1, columns), PixelGrid.maximumRows * 2)
    if width <= most, height <= highest {
      size = source
    } else if width * highest >= height * most {
      size = (most, max(1, (height * most + width / 2) / width))
    } else {
      size = (max(1, (width * highest + height / 2) / height), highest)
    }
    boxes = Array(repeating: Box(), count: size.width * size.height)
  }

  mutating func add(_ pixel: Pixel, column: Int, row: Int) {
    let place = row * size.height / source.height * size.width + column * size.width / source.width
    // A transparent pixel has no colour that is seen.
    let alpha = Int(pixel.alpha)
    boxes[place].red += Int(pixel.red) * alpha
    boxes[place].green += Int(pixel.green) * alpha
    boxes[place].blue += Int(pixel.blue) * alpha
    boxes[place].alpha += alpha
    boxes[place].count += 1
  }

  var grid: PixelGrid {
    PixelGrid(
      width: size.width, height: size.height,
      pixels: boxes.map { box in
        func average(_ sum: Int) -> UInt8 { box.alpha > 0 ? UInt8((sum + box.alpha / 2) / box.alpha) : 0 }
        return Pixel(
          red: average(box.red), green: average(box.green), blue: average(box.blue),
          alpha: UInt8(box.alpha / max(1, box.count)))
      })
  }
}
