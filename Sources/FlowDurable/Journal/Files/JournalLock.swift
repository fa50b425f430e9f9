import Foundation

/// The lock that prevents a second process from opening a journal.
///
/// It is a file beside the journal, because the journal itself gets a new file when it is compacted. The file names the
/// process that has locked it.
struct JournalLock: Sendable {
  private let file: any OpenFile

  /// Returns the path of the lock of a journal.
  static func path(_ journal: String) -> String { journal + ".lock" }

  /// Locks a journal.
  ///
  /// - Throws: ``StoreError/inUse(_:)``.
  init(_ system: any FileSystem, journal: String) throws(StoreError) {
    let path = Self.path(journal)
    let file = try JournalFile.calling(path) { () throws(FileFailure) in try system.open(path, .create) }
    guard let file else { throw .system(file: path, action: "create", reason: "it isn't there") }
    guard try JournalFile.calling(path, { () throws(FileFailure) in try file.lock() }) else {
      throw .locked(file: journal, by: Self.owner(file))
    }
    // The name is only for human readers, so a full disk doesn't matter.
    try? file.truncate(to: 0)
    try? file.write(Array("\(Self.process)\n".utf8), at: 0)
    self.file = file
  }

  /// Returns whether a process has locked a journal.
  ///
  /// A journal that isn't locked is locked for an instant, so call this rarely.
  static func isHeld(_ system: any FileSystem, journal: String) -> Bool {
    do throws(FileFailure) {
      guard let file = try system.open(path(journal), .read) else { return false }
      return try !file.lock()
    } catch {
      return false
    }
  }

  /// Returns the name of the process that has locked a file. The process may not have written its name yet.
  private static func owner(_ file: any OpenFile) -> String {
    let bytes = (try? file.read(at: 0, count: 256)) ?? []
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return name.isEmpty ? "another process" : name
  }

  /// The name of this process in the lock file.
  static var process: String { "process \(getpid()) (\(ProcessInfo.processInfo.processName))" }
}
