/// A line of a journal: its checksum, the synced size of the file when it was written, its number, and its JSON.
///
///     9a1c44de 1d 1 {"run":17,"began":"order"}
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
  ///   - id: The bytes that identify the file.
  /// - Returns: The line, with its line break.
  static func bytes(_ json: [UInt8], number: Int, synced: Int, id: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(json.count + 44)
    line += "00000000 ".utf8
    line += String(synced, radix: 16).utf8
    line.append(UInt8(ascii: " "))
    line += String(number).utf8
    line.append(UInt8(ascii: " "))
    line += json
    let check = line.withUnsafeBytes { Self.check($0, id) }
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
  ///   - id: The bytes that identify the file.
  ///   - isPlausible: Called with the synced size and the number of the line, before the checksum is calculated.
  init?(
    _ line: UnsafeRawBufferPointer, id: [UInt8],
    if isPlausible: (_ synced: Int, _ number: Int) -> Bool = { _, _ in true }
  ) {
    guard line.count > 14, line[8] == UInt8(ascii: " "),
      let check = Self.number(hexadecimal: line[0..<8], digits: 8),
      let syncedEnd = line[9...].firstIndex(of: UInt8(ascii: " ")),
      let synced = Self.number(hexadecimal: line[9..<syncedEnd], digits: nil),
      let numberEnd = line[(syncedEnd + 1)...].firstIndex(of: UInt8(ascii: " ")),
      let number = Self.number(decimal: line[(syncedEnd + 1)..<numberEnd]), isPlausible(synced, number),
      Self.check(line, id) == UInt32(truncatingIfNeeded: check)
    else { return nil }
    self.synced = synced
    self.number = number
    json = numberEnd + 1..<line.count
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
