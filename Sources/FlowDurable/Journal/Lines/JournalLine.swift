/// A line of a journal: its checksum, its number, the synced size of the file when it was written, and its JSON.
///
///     9a1c44de 010 {"run":17,"began":"order"}
///
/// The number has two hexadecimal digits, its last ones. The rest is the number of bytes before the line that weren't synced.
/// Format 1 has the synced size and the whole number: `9a1c44de 1d 1 {…}`.
struct JournalLine: Sendable, Hashable {
  /// The maximum length of a line that is read, with its line break.
  static let longest = 48 << 20

  /// The number of bytes that were known to be on disk when the line was written.
  let synced: Int
  /// The number of the line in its file, starting at 1.
  let number: Int
  /// The range of the JSON in the line.
  let json: Range<Int>

  /// Returns the bytes of a line.
  ///
  /// - Parameters:
  ///   - json: The JSON, without line breaks.
  ///   - number: The number of the line in its file.
  ///   - synced: The number of bytes that are known to be on disk.
  ///   - offset: The offset of the line in its file.
  ///   - header: The header of the file.
  /// - Returns: The line, with its line break.
  static func bytes(_ json: [UInt8], number: Int, synced: Int, at offset: Int, in header: JournalHeader) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(json.count + 44)
    line += "00000000 ".utf8
    if header.isShort {
      line += String(256 | number & 255, radix: 16).utf8.dropFirst()
      line += String(offset - synced, radix: 16).utf8
    } else {
      line += String(synced, radix: 16).utf8
      line.append(UInt8(ascii: " "))
      line += String(number).utf8
    }
    line.append(UInt8(ascii: " "))
    line += json
    let check = line.withUnsafeBytes { Self.check($0, header.idBytes) }
    for digit in 0..<8 {
      let value = UInt8(truncatingIfNeeded: check >> (28 - 4 * UInt32(digit)) & 0xF)
      line[digit] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Reads a line; fails if it isn't exactly as it was written.
  ///
  /// - Parameters:
  ///   - line: The line, without its line break.
  ///   - offset: The offset of the line in its file.
  ///   - lines: The number of a line before it. In format 2, the number of the line is the next one with its digits.
  ///   - header: The header of the file.
  ///   - isPlausible: Called with the synced size and the number of the line, before the checksum is calculated.
  init?(
    _ line: UnsafeRawBufferPointer, at offset: Int, after lines: Int = 0, in header: JournalHeader,
    if isPlausible: (_ synced: Int, _ number: Int) -> Bool = { _, _ in true }
  ) {
    guard line.count > 14, line[8] == UInt8(ascii: " "),
      let check = Self.number(hexadecimal: line[0..<8], digits: 8),
      let (synced, number, end) = header.isShort
        ? Self.place(line, at: offset, after: lines) : Self.place(line), isPlausible(synced, number),
      Self.check(line, header.idBytes) == UInt32(truncatingIfNeeded: check)
    else { return nil }
    self.synced = synced
    self.number = number
    json = end + 1..<line.count
  }

  /// Reads the synced size and the number of a line of format 1. Returns them with the place of the space after them.
  private static func place(_ line: UnsafeRawBufferPointer) -> (synced: Int, number: Int, end: Int)? {
    guard let middle = line[9...].firstIndex(of: UInt8(ascii: " ")),
      let synced = number(hexadecimal: line[9..<middle], digits: nil),
      let end = line[(middle + 1)...].firstIndex(of: UInt8(ascii: " ")),
      let number = number(decimal: line[(middle + 1)..<end])
    else { return nil }
    return (synced, number, end)
  }

  /// Reads the synced size and the number of a line of format 2.
  private static func place(
    _ line: UnsafeRawBufferPointer, at offset: Int, after lines: Int
  ) -> (synced: Int, number: Int, end: Int)? {
    guard let last = number(hexadecimal: line[9..<11], digits: 2),
      let end = line[11...].firstIndex(of: UInt8(ascii: " ")),
      let distance = number(hexadecimal: line[11..<end], digits: nil), distance <= offset
    else { return nil }
    return (offset - distance, lines + 1 + (last - lines - 1) & 255, end)
  }

  /// Returns the checksum of a line, which covers the file's id and everything after the checksum itself.
  private static func check(_ line: UnsafeRawBufferPointer, _ id: [UInt8]) -> UInt32 {
    var crc = CRC32C()
    crc.add(id)
    crc.add(UnsafeRawBufferPointer(rebasing: line[9...]))
    return crc.value
  }

  /// Returns a number as eight hexadecimal digits.
  static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// Reads a number exactly as it is written: in lowercase digits, and without leading zeros unless the count of digits
  /// is fixed.
  static func number(hexadecimal digits: some Collection<UInt8>, digits count: Int?) -> Int? {
    if let count, digits.count != count { return nil }
    guard !digits.isEmpty, digits.count <= 15 else { return nil }
    if count == nil, digits.count > 1, digits.first == UInt8(ascii: "0") { return nil }
    var number = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | Int(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | Int(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }

  private static func number(decimal digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 18, digits.first != UInt8(ascii: "0") else { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
