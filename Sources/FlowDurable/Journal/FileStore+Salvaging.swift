/// The result of salvaging a damaged journal.
///
/// ```swift
/// let salvage = try FileStore.salvage(at: "orders.journal")
/// print(salvage.lines, salvage.cutBytes, salvage.cutFile ?? "nothing was cut")
/// ```
public struct JournalSalvage: Sendable, Hashable {
  /// The number of lines that were kept.
  public let lines: Int
  /// The number of bytes that were cut off.
  public let cutBytes: Int
  /// The path of the file that has these bytes now; nil if nothing was cut off.
  public let cutFile: String?
}

extension FileStore {
  /// Cuts off a journal at its first damaged or unusable line, so that it can be opened again.
  ///
  /// Blocks the calling thread. The bytes that are cut off were acknowledged once, and are lost to the runs. They are
  /// moved to a file beside the journal.
  ///
  /// - Parameter path: The path of the journal.
  /// - Returns: The sizes of the kept and the removed parts, and the file with the removed bytes.
  /// - Throws: ``StoreError`` if the journal is locked, or if even its first lines are damaged.
  public static func salvage(at path: String) throws(StoreError) -> JournalSalvage {
    try salvage(at: path, on: SystemFileSystem())
  }

  static func salvage(at path: String, on system: any FileSystem) throws(StoreError) -> JournalSalvage {
    let path = system.resolve(path)
    let lock = try JournalLock(system, journal: path)
    defer { withExtendedLifetime(lock) {} }
    let file = try JournalFile.calling(path) { () throws(FileFailure) in try system.open(path, .write) }
    guard let file else { throw .system(file: path, action: "open", reason: "there is no such journal") }
    let header = try JournalFile.header(file, path: path)
    var replay = JournalReplay(header, limits: StoreLimits(), path: path)
    var scan = JournalScan(header)
    let start = scan.end
    do throws(StoreError) {
      _ = try JournalFile.read(file, path: path, with: &scan, from: start) {
        (line, text, offset) throws(StoreError) in try replay.apply(line, text, at: offset)
      }
    } catch {
      // A complete line that can't be used is cut off like a damaged one.
      guard case .damaged = error else { throw error }
    }
    guard replay.identity != nil else { throw .damaged(file: path, offset: scan.end) }
    let end = scan.end
    let size = try JournalFile.calling(path) { () throws(FileFailure) in try file.size() }
    guard size > end else { return JournalSalvage(lines: scan.lines, cutBytes: 0, cutFile: nil) }
    let aside = "\(path).cut-\(end)"
    try JournalFile.calling(path) { () throws(FileFailure) in
      if let copy = try system.open(aside, .replace) {
        for offset in stride(from: end, to: size, by: 1 << 20) {
          try copy.write(try file.read(at: offset, count: min(1 << 20, size - offset)), at: offset - end)
        }
        try copy.sync()
      }
      try system.syncFolder(of: aside)
      try file.truncate(to: end)
      try file.sync()
    }
    return JournalSalvage(lines: scan.lines, cutBytes: size - end, cutFile: aside)
  }
}
