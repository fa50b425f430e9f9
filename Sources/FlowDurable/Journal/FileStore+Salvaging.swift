import FlowJSON

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
  /// moved to a file beside the journal. No later run gets the number of one that was cut off, because services may know
  /// its visits.
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
    let aside = try freePath("\(path).cut-\(end)", on: system)
    let journal = JournalFile(file: file, path: path, header: header, end: end, synced: end, lines: scan.lines)
    var nextRun = replay.state.nextRun
    try JournalFile.calling(path) { () throws(FileFailure) in
      if let copy = try system.open(aside, .replace) {
        for offset in stride(from: end, to: size, by: 1 << 20) {
          let bytes = try file.read(at: offset, count: min(1 << 20, size - offset))
          nextRun = max(nextRun, highestRun(in: bytes, header) + 1)
          try copy.write(bytes, at: offset - end)
        }
        try copy.sync()
      }
      try system.syncFolder(of: aside)
      // The damaged lines can have added runs, too. Such a line has more than 32 bytes.
      let lines = skipping(to: nextRun + (size - end) / 32, at: replay.state.latest, in: journal)
      // They are on disk before the cut, so that a crash leaves the damage, and not a journal that uses the numbers again.
      try file.write(lines, at: end)
      try file.sync()
      try file.truncate(to: end + lines.count)
      try file.sync()
    }
    return JournalSalvage(lines: scan.lines, cutBytes: size - end, cutFile: aside)
  }

  /// Returns a path that no file has. An earlier salvage may have cut the journal at the same offset.
  private static func freePath(_ path: String, on system: any FileSystem) throws(StoreError) -> String {
    var (free, number) = (path, 1)
    while try JournalFile.calling(free, { () throws(FileFailure) in try system.open(free, .read) }) != nil {
      number += 1
      free = "\(path)-\(number)"
    }
    return free
  }

  /// Returns the highest number of a run with which one of some lines begins; 0 if none does.
  private static func highestRun(in bytes: [UInt8], _ header: JournalHeader) -> Int {
    var highest = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = String(decoding: line.prefix(80), as: UTF8.self).split(
        separator: " ", maxSplits: header.isShort ? 2 : 3)
      guard let json = parts.last?.drop(while: { $0 == "[" }), json.hasPrefix(#"{"run":"#) else { continue }
      // A number that was damaged must not use up all numbers.
      if let run = Int(json.dropFirst(7).prefix { $0.isNumber }), run < 1 << 52 { highest = max(highest, run) }
    }
    return highest
  }

  /// Returns lines after which runs have higher numbers: they add, end, and remove a run.
  private static func skipping(to run: Int, at: StoreTime, in journal: JournalFile) -> [UInt8] {
    var (journal, bytes) = (journal, [UInt8]())
    let changes: [(StoreTransaction, [JSONObject])] = [
      (
        .add(run: run, .init(flow: "salvage"), due: at, at: at),
        [["began": "salvage", "at": .integer(at.milliseconds)]]
      ),
      (.append(run: run, [], then: .end(.cancelled), at: at), []), (.forget([run], at: at), []),
    ]
    for (change, records) in changes {
      let json = change.json(records, isShort: journal.header.isShort)
      bytes += journal.line(json.utf8(.compact), at: journal.end + bytes.count)
    }
    return bytes
  }
}
