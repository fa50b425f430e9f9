// Modules: FlowState FlowScreens FlowTerminal

import FlowScreens

@testable import FlowTerminal

/// Reads the bytes as a PNG file, as a zlib stream, and as the pixels of a file that must be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let image = try? PNGImage(mended(bytes)) { check(image) }
  if let output = try? Inflate.bytes(of: bytes, length: 600) { precondition(output.count == 600, "The length fits.") }
  readPixels(Choices(bytes[...]))
  return 0
}

private func check(_ image: PNGImage) {
  let (width, height) = (image.header.width, image.header.height)
  precondition(width * height <= PNGHeader.maximumPixels, "No image is larger than allowed.")
  var count = 0
  image.forEachPixel { column, row, _ in
    precondition(column < width && row < height, "A pixel is in the image.")
    count += 1
  }
  precondition(count == width * height, "There are all pixels.")
  let grid = PixelGrid(image)
  precondition(grid.width <= PixelGrid.maximumColumns && grid.height <= PixelGrid.maximumRows * 2, "The image fits.")
  for columns in [1, 7, 40] {
    for line in grid.fitting(columns: columns).lines(.full) {
      precondition(line.displayWidth <= columns, "No line is wider than its place.")
    }
  }
}

/// Makes a file of a small size and of any kind, whose pixels are the bytes.
private func readPixels(_ choices: Choices) {
  var choices = choices
  let formats: [(depth: UInt8, kind: UInt8)] = [
    (1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (1, 3), (2, 3), (4, 3), (8, 3), (8, 4), (16, 4), (8, 6),
    (16, 6),
  ]
  let format = choices.one(of: formats)
  let (width, height) = (UInt8(choices.number(below: 60) + 1), UInt8(choices.number(below: 60) + 1))
  let contents = [0, 0, 0, width, 0, 0, 0, height, format.depth, format.kind, 0, 0, UInt8(choices.number(below: 2))]
  guard let header = try? PNGHeader(contents) else { preconditionFailure("The header is right.") }
  var rows: [UInt8] = []
  for pass in header.passes {
    for _ in 0..<pass.height {
      rows.append(UInt8(choices.number(below: 5)))
      for _ in 0..<header.rowBytes(of: pass) { rows.append(choices.byte()) }
    }
  }
  precondition(rows.count == header.byteCount, "The number of bytes is known.")
  var file: [UInt8] = signature + chunk("IHDR", contents)
  if format.kind == 3 { file += chunk("PLTE", [255, 0, 0, 0, 255, 0]) + chunk("tRNS", [9]) }
  file += chunk("IDAT", stored(rows)) + chunk("IEND", [])
  guard let image = try? PNGImage(file) else { preconditionFailure("A right file is read.") }
  check(image)
}

private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
  let named = Array(name.utf8) + bytes
  return bigEndian(UInt32(bytes.count)) + named + bigEndian(named[...].crc32)
}

private func bigEndian(_ number: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}

/// The bytes as a zlib stream that isn't compressed.
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  precondition(bytes.count <= 0xFFFF, "The bytes fit in one block.")
  var (low, high): (UInt32, UInt32) = (1, 0)
  for byte in bytes {
    low = (low + UInt32(byte)) % 65521
    high = (high + low) % 65521
  }
  let count = UInt16(bytes.count)
  let (first, second) = (UInt8(count & 255), UInt8(count >> 8))
  return [0x78, 0x01, 1, first, second, ~first, ~second] + bytes + bigEndian(high << 16 | low)
}

/// Changes the checksums of all chunks so that they fit, because the fuzzer can't find them.
private func mended(_ file: [UInt8]) -> [UInt8] {
  var file = file
  var start = signature.count
  while start + 12 <= file.count {
    let length = Int(file[start..<start + 4].bigEndian)
    guard start + 12 + length <= file.count else { break }
    let end = start + 8 + length
    file.replaceSubrange(end..<end + 4, with: bigEndian(file[start + 4..<end].crc32))
    start = end + 4
  }
  return file
}
