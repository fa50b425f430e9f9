import FlowStateTesting
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("PNGImage")
struct PNGImageTests {
  @Test("An image of each kind has its pixels", arguments: KnownImage.all)
  func known(image: KnownImage) throws {
    let read = try PNGImage(image.bytes)
    #expect(Self.pixels(of: read) == image.pixels)
  }

  /// Red, green, blue and opacity of each pixel, row by row.
  private static func pixels(of image: PNGImage) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: image.header.width * image.header.height * 4)
    image.forEachPixel { column, row, pixel in
      let start = (row * image.header.width + column) * 4
      pixels.replaceSubrange(start..<start + 4, with: [pixel.red, pixel.green, pixel.blue, pixel.alpha])
    }
    return pixels
  }

  private static let file = PNGFile(width: 2, [0xFF00_00FF, 0x00FF_0080, 0x0000_FFFF, 0x0102_0300])
  private static let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255, 1, 2, 3, 0]

  @Test("Chunks that are optional, several chunks of pixels, and bytes behind the end don't change an image")
  func chunks() throws {
    var file = Self.file
    file.chunks = PNGFile.chunk("tEXt", Array("Title\0Four".utf8)) + PNGFile.chunk("gAMA", [0, 0, 1, 1])
    #expect(Self.pixels(of: try PNGImage(file.bytes)) == Self.pixels)
    let data = PNGFile.stored(file.rows)
    let parts = data.flatMap { PNGFile.chunk("IDAT", [$0]) } + PNGFile.chunk("IDAT", [])
    let bytes = PNGFile.signature + file.header + parts + PNGFile.chunk("tIME", []) + PNGFile.chunk("IEND", [])
    #expect(Self.pixels(of: try PNGImage(bytes + [1, 2, 3])) == Self.pixels)
  }

  @Test("If neighbors of a pixel are equally close to the guess, the left one counts first, then the upper one")
  func ties() throws {
    var file = PNGFile(width: 2, [0, 0, 0, 0])
    file.format = [8, 0, 0, 0, 0]
    for (rows, last) in [([0, 100, 110, 4, 236, 5], 85), ([0, 100, 80, 4, 10, 5], 85)] as [([UInt8], UInt8)] {
      file.rows = rows
      #expect(Self.pixels(of: try PNGImage(file.bytes)).suffix(4) == [last, last, last, 255])
    }
  }

  @Test("A colour that a palette doesn't have is black")
  func palette() throws {
    var file = Self.file
    file.format = [8, 3, 0, 0, 0]
    file.chunks = PNGFile.chunk("PLTE", [7, 8, 9])
    file.rows = [0, 0, 1, 0, 255, 0]
    #expect(
      Self.pixels(of: try PNGImage(file.bytes)) == [7, 8, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255, 7, 8, 9, 255])
  }

  @Test(
    "A file of another format is no image", arguments: ["", "89504e47", "ffd8ffe000104a464946", "89504e470d0a0a00"])
  func others(bytes: String) {
    #expect(throws: PNGFailure.otherFormat) { try PNGImage([UInt8](hex: bytes)) }
  }

  @Test("A file that is cut off anywhere is damaged")
  func truncated() {
    let bytes = Self.file.bytes
    for count in PNGFile.signature.count..<bytes.count {
      #expect(throws: PNGFailure.damaged) { try PNGImage(Array(bytes[..<count])) }
    }
  }

  @Test("A file with a wrong byte anywhere is damaged, because the checksum of its chunk is wrong")
  func checksums() {
    var bytes = Self.file.bytes
    for place in PNGFile.signature.count..<bytes.count {
      bytes[place] ^= 4
      #expect(throws: PNGFailure.damaged) { try PNGImage(bytes) }
      bytes[place] ^= 4
    }
  }

  @Test(
    "A file with a wrong format is damaged",
    arguments: [
      [8, 1, 0, 0, 0], [8, 5, 0, 0, 0], [8, 7, 0, 0, 0], [3, 0, 0, 0, 0], [16, 3, 0, 0, 0], [4, 2, 0, 0, 0],
      [4, 6, 0, 0, 0], [0, 0, 0, 0, 0], [8, 6, 1, 0, 0], [8, 6, 0, 1, 0], [8, 6, 0, 0, 2], [8, 6, 0, 0],
    ] as [[UInt8]])
  func formats(format: [UInt8]) {
    expect(.damaged) { $0.format = format }
  }

  @Test("A file with wrong contents is damaged")
  func contents() {
    expect(.damaged) { $0.width = 0 }
    expect(.damaged) { $0.height = 0 }
    expect(.damaged) { $0.rows[0] = 5 }
    expect(.damaged) { $0.rows.removeLast() }
    expect(.damaged) { $0.rows.append(0) }
    expect(.damaged) { $0.rows = [] }
    for chunk in ["ABCD", "IHDR", "tRNS"] { expect(.damaged) { $0.chunks = PNGFile.chunk(chunk, [0, 0, 0, 0, 0, 0]) } }
    // A palette is needed, has whole colours, comes first, and comes once.
    let palette = PNGFile.chunk("PLTE", [1, 2, 3])
    for chunks in [
      [], PNGFile.chunk("PLTE", []), PNGFile.chunk("PLTE", [1, 2, 3, 4]), palette + palette,
      PNGFile.chunk("tRNS", [0]) + palette, palette + PNGFile.chunk("tRNS", [UInt8](repeating: 0, count: 257)),
      PNGFile.chunk("PLTE", [UInt8](repeating: 0, count: 771)),
    ] {
      expect(.damaged) { file in
        file.format = [8, 3, 0, 0, 0]
        file.rows = [0, 0, 0, 0, 0, 0]
        file.chunks = chunks
      }
    }
  }

  @Test("A file with its chunks in a wrong order is damaged")
  func order() throws {
    let (file, signature) = (Self.file, PNGFile.signature)
    let (text, end) = (PNGFile.chunk("tEXt", []), PNGFile.chunk("IEND", []))
    for chunks in [
      [], [end], [file.header], [file.header, end], [file.header, file.data], [text, file.header, file.data, end],
      [file.data, file.header, end], [file.header, file.data, text, file.data, end],
    ] {
      #expect(throws: PNGFailure.damaged) { try PNGImage(signature + chunks.flatMap { $0 }) }
    }
  }

  @Test("A wrong checksum of the compressed pixels is damage, even if that of the chunk is right")
  func innerChecksum() {
    var data = PNGFile.stored(Self.file.rows)
    data[data.count - 1] ^= 1
    let bytes = PNGFile.signature + Self.file.header + PNGFile.chunk("IDAT", data) + PNGFile.chunk("IEND", [])
    #expect(throws: PNGFailure.damaged) { try PNGImage(bytes) }
  }

  @Test("An image that is too large is refused before its pixels are decompressed")
  func size() {
    for (width, height) in [(4001, 4000), (.max, .max), (16_000_001, 1), (1, .max)] as [(UInt32, UInt32)] {
      expect(.tooLarge) { ($0.width, $0.height) = (width, height) }
    }
    // As few pixels as are allowed can have too many bytes.
    expect(.tooLarge) { ($0.width, $0.height, $0.format) = (4000, 4000, [16, 6, 0, 0, 0]) }
    // The compressed pixels are too few for this size, which is known before memory is taken.
    expect(.damaged) { ($0.width, $0.height) = (4000, 4000) }
  }

  @Test("Changed files are read or refused")
  func random() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<trials(20_000, few: 500) {
      var bytes = KnownImage.all.randomElement(using: &random)?.bytes ?? []
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let image = try? PNGImage(PNGFile.mended(bytes)) else { continue }
      var count = 0
      image.forEachPixel { _, _, _ in count += 1 }
      #expect(count == image.header.width * image.header.height)
    }
  }

  private func expect(_ failure: PNGFailure, _ change: (inout PNGFile) -> Void) {
    var file = Self.file
    change(&file)
    #expect(throws: failure) { try PNGImage(file.bytes) }
  }
}
