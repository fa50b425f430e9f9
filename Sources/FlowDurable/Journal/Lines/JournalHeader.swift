/// The first line of a journal, such as `FlowState journal 2 7f3a9c01`.
struct JournalHeader: Sendable, Hashable {
  /// The version of the format of new files. This library also reads version 1, and adds lines of it to a file of it.
  static let version = 2
  private static let name = "FlowState journal "
  /// The maximum length of a header in bytes.
  static let longest = 64

  /// The random number of the file. The checksum of each line covers it, so that a line of a deleted file is never
  /// mistaken for a line of this file.
  let file: UInt32
  /// The version of the file's format.
  let version: Int
  /// The bytes with which the checksum of each line begins.
  let idBytes: [UInt8]

  /// The header line, with its line break.
  var bytes: [UInt8] { Array("\(Self.name)\(version) \(JournalLine.hexadecimal(file))\n".utf8) }

  init(file: UInt32, version: Int = Self.version) {
    self.file = file
    self.version = version
    idBytes = Array(JournalLine.hexadecimal(file).utf8)
  }

  /// Whether lines leave out what the rest of them or the lines before them imply.
  var isShort: Bool { version > 1 }

  /// Reads the header at the beginning of a file.
  ///
  /// - Parameters:
  ///   - start: The first bytes of the file.
  ///   - path: The path of the file, for errors.
  /// - Throws: ``StoreError/unsupported(_:)``.
  init(_ start: [UInt8], path: String) throws(StoreError) {
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else { throw .notAJournal(file: path) }
    let line = String(decoding: start[..<end], as: UTF8.self)
    let parts = line.dropFirst(Self.name.count).split(separator: " ", omittingEmptySubsequences: false)
    guard line.hasPrefix(Self.name), let first = parts.first, let version = Int(first), version > 0 else {
      throw .notAJournal(file: path)
    }
    guard version <= Self.version else { throw .newerVersion(file: path, version: String(version)) }
    guard parts.count == 2, let file = JournalLine.number(hexadecimal: parts[1].utf8, digits: 8),
      JournalHeader(file: UInt32(file), version: version).bytes == Array(start[...end])
    else { throw .notAJournal(file: path) }
    self.init(file: UInt32(file), version: version)
  }
}
