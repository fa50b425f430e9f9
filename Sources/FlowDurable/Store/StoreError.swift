public import FlowJSON

/// An error of a store.
///
/// ```swift
/// do {
///   _ = try await store.send(FlowMessage(.cancel), to: RunNumber(rawValue: 99))
/// } catch {
///   print(error)  // There is no run 99.
/// }
/// ```
public enum StoreError: Error, Sendable, Equatable {
  /// The store has no run with the number.
  case unknownRun(RunNumber)
  /// The run has ended, so it receives no messages.
  case runEnded(RunNumber)
  /// The claim is no longer valid: another worker has taken over the run, or this worker has released it. Nothing was
  /// recorded.
  case leaseLost(RunNumber)
  /// The run has as many waiting messages as the store allows.
  case inboxFull(RunNumber, limit: Int)
  /// A value is larger than the store allows.
  case tooLarge(value: String, bytes: Int, limit: Int)
  /// A value is nested deeper than the store allows.
  case tooDeep(value: String, limit: Int)
  /// A stored record doesn't have the expected form.
  case invalidRecord(run: RunNumber, number: Int, JSONTypeError)
  /// The file isn't a journal.
  case notAJournal(file: String)
  /// The journal was written by a newer version of the library.
  case newerVersion(file: String, version: String)
  /// The journal is damaged at an offset: it once had other bytes there.
  case damaged(file: String, offset: Int)
  /// A line of the journal is complete, but its content is invalid.
  case invalidLine(file: String, line: Int, reason: String)
  /// A file that another process has left for the journal isn't a command.
  case invalidCommand(file: String, reason: String)
  /// Another process has the journal open.
  case locked(file: String, by: String)
  /// The system refused to do something with a file.
  case system(file: String, action: String, reason: String)
  /// The store was closed permanently, because the system couldn't report whether the latest changes are kept. Open it
  /// again.
  case broken(file: String, reason: String)
  /// The store was closed by the program.
  case closed
  /// The store can only be read, for the reason in the sentence.
  case readOnly(String)
  /// The server that keeps the store has refused an action, or can't be reached. `mayHaveChanged` is true if the action
  /// may still have succeeded, because the connection was lost before the reply arrived.
  case server(store: String, action: String, reason: String, mayHaveChanged: Bool)
  /// A value has text that the store can't keep, such as more than 1,000 consecutive combining marks, or a record
  /// couldn't be read again.
  case unstorable(value: String, reason: String)

  /// Whether the change may have been made. After any other error, nothing has changed.
  public var mayHaveChanged: Bool {
    switch self {
    case .broken: true
    case .server(_, _, _, let mayHaveChanged): mayHaveChanged
    default: false
    }
  }

  /// Whether the same call may succeed later. A worker tries again after such an error, and stops after other errors.
  public var isTemporary: Bool {
    switch self {
    case .system, .server: true
    default: false
    }
  }

  /// Whether the store has refused a value.
  var isAboutValue: Bool {
    switch self {
    case .tooLarge, .tooDeep, .unstorable: true
    default: false
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// The error as a sentence.
  public var description: String {
    switch self {
    case .unknownRun(let run): "There is no run \(run)."
    case .runEnded(let run): "Run \(run) has ended, so it receives no messages."
    case .leaseLost(let run): "Run \(run) doesn't belong to this worker any more, so nothing was recorded."
    case .inboxFull(let run, let limit): "\(limit) messages wait in run \(run), and no more are allowed."
    case .tooLarge(let value, let bytes, let limit):
      "\(value) has \(bytes) bytes as JSON, and \(limit) are allowed."
    case .tooDeep(let value, let limit): "\(value) is nested deeper than \(limit) levels."
    case .invalidRecord(let run, let number, let error):
      "Record \(number) of run \(run) can't be read. \(error.withoutText)"
    case .notAJournal(let file): "'\(file)' is not a journal: it doesn't begin with 'FlowState journal'."
    case .newerVersion(let file, let version):
      "'\(file)' is a journal of version \(version), which is newer than version \(JournalHeader.version) of this library."
    case .damaged(let file, let offset):
      "'\(file)' is damaged at byte \(offset): the disk has lost or changed what it once had. "
        + "Restore a copy, or save what is whole with FileStore.salvage(at:)."
    case .invalidLine(let file, let line, let reason): "Line \(line) of '\(file)' can't be used. \(reason)"
    case .invalidCommand(let file, let reason): "'\(file)' isn't a command. \(reason)"
    case .locked(let file, let owner): "'\(file)' is in use by \(owner)."
    case .system(let file, let action, let reason): "Can't \(action) '\(file)': \(reason)."
    case .broken(let file, let reason):
      "'\(file)' was closed, because the disk may not have kept the latest changes: \(reason)."
    case .closed: "The store was closed."
    case .readOnly(let reason): reason
    case .server(let store, let action, let reason, let mayHaveChanged):
      "Can't \(action) in '\(store)': \(reason)."
        + (mayHaveChanged ? " The server may have done it before the connection was lost." : "")
    case .unstorable(let value, let reason): "\(value) can't be stored: \(reason)."
    }
  }
}
