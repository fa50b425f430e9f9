import FlowJSON
import FlowState
import Foundation

/// The folder beside a journal in which other processes leave commands for the process that has the journal open.
///
/// ```swift
/// let commands = JournalCommands(of: "orders.journal")
/// try commands.post(FlowMessage(.cancel), to: RunNumber(rawValue: 17))
/// ```
///
/// On Linux, this process takes a command at once. Elsewhere, it takes a command when a worker claims runs, at least
/// once per second, or extends a lease. A refused command gets the ending `.refused`.
public struct JournalCommands: Sendable {
  static let ending = ".json"

  /// The order in which this process leaves commands.
  private static let order = Locked(CommandOrder())

  private let system: any FileSystem
  private let journal: String

  /// Creates access to the command folder of a journal.
  ///
  /// - Parameter journal: The path of the journal.
  public init(of journal: String) {
    self.init(of: journal, on: SystemFileSystem())
  }

  init(of journal: String, on system: any FileSystem) {
    self.system = system
    self.journal = system.resolve(journal)
  }

  static func folder(_ journal: String) -> String { journal + ".d" }

  /// Leaves a message for a run. Returns when the message is on disk.
  ///
  /// - Parameters:
  ///   - message: The message. If it has no key, it gets one, so that it is delivered only once.
  ///   - run: The number of the run.
  /// - Throws: ``StoreError`` if the file can't be written.
  public func post(_ message: FlowMessage, to run: RunNumber) throws(StoreError) {
    _ = try leave(message, for: run)
  }

  /// Leaves a message for a run.
  ///
  /// - Returns: The path of the file, and the key of the message.
  func leave(_ message: FlowMessage, for run: RunNumber) throws(StoreError) -> (path: String, key: String) {
    try message.requireStorableNames()
    var message = message
    let identifier = UUID().uuidString
    let place = Self.order.withLock { $0.next(at: Int64(Date().timeIntervalSince1970 * 1_000)) }
    let name = "\(place)-\(identifier)"
    let key = message.key ?? "command \(identifier)"
    message.key = key
    var object: JSONObject = ["run": .integer(Int64(run.rawValue))]
    object.write(message)
    let text = try RecordText.bytes(object, of: "The message")
    let folder = Self.folder(journal)
    let path = "\(folder)/\(name)\(Self.ending)"
    try JournalFile.calling(path) { [system] () throws(FileFailure) in
      try system.createFolder(folder)
      // The folder may be new, and a folder that is lost with the power loses its files.
      do throws(FileFailure) { try system.syncFolder(of: folder) } catch {
        // A user who may not read the folder around it can still leave commands.
        guard error.code == EACCES else { throw error }
      }
      // Written under another name first, so that the process never reads a partial file.
      if let file = try system.open(path + ".new", .replace) {
        try file.write(text, at: 0)
        try file.sync()
      }
      try system.rename(path + ".new", to: path)
      try system.syncFolder(of: path)
    }
    return (path, key)
  }

  /// Returns whether a command is still waiting.
  func isWaiting(_ path: String) -> Bool {
    (try? system.open(path, .read)) ?? nil != nil
  }

  /// Returns whether a command was refused.
  func isRefused(_ path: String) -> Bool {
    (try? system.open(path + ".refused", .read)) ?? nil != nil
  }

  static func read(_ path: String, on system: any FileSystem) throws(StoreError) -> (RunNumber, FlowMessage) {
    let bytes = try JournalFile.calling(path) { () throws(FileFailure) in
      guard let file = try system.open(path, .read) else { return [UInt8]() }
      return try file.read(at: 0, count: min(file.size(), RecordText.largestAppend))
    }
    do {
      let element = JSONElement(try JSONValue(stored: bytes))
      let run = RunNumber(rawValue: Int(clamping: try element["run"].integer()))
      return (run, try FlowMessage(element))
    } catch {
      throw .invalidCommand(file: path, reason: "\(error)")
    }
  }
}

/// The beginnings of the names of commands. They sort in the order in which a process leaves the commands, because commands
/// are taken in the order of their names.
struct CommandOrder: Sendable {
  private var time: Int64 = 0
  /// The number of earlier commands with the same time.
  private var count: Int64 = 0

  /// Returns the next beginning.
  ///
  /// - Parameter now: The time in milliseconds. A clock that was set back doesn't change the order.
  /// - Returns: The beginning, which is as long as all others.
  mutating func next(at now: Int64) -> String {
    (time, count) = now > time ? (now, 0) : (time, count + 1)
    return String(format: "%015lld-%09lld", time, count)
  }
}
