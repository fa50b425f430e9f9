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
  /// A value has text that stores don't keep, such as a name of more than 1,024 bytes or with a zero byte, or more than
  /// 1,000 consecutive combining marks, or a record couldn't be read again.
  case unstorable(value: String, reason: String)
  /// The store is damaged: its content contradicts itself, or isn't what the store has written.
  case damaged(Details)
  /// The place has no store that this version of the library can open: it has something else, or a newer version has
  /// written it.
  case unsupported(Details)
  /// Another process uses the store, and the store allows one process at a time.
  case inUse(Details)
  /// The store can't perform an action now: its disk or its server refuses it, or can't be reached. `mayHaveChanged` is
  /// true if the action may still have succeeded, because the reply was lost.
  case unavailable(Details, mayHaveChanged: Bool = false)
  /// The store was closed permanently, because it couldn't determine whether the latest changes are kept. Open it
  /// again.
  case broken(Details)
  /// The store refuses the call, for example because it can only be read.
  case refused(Details)
  /// The store was closed by the program.
  case closed

  /// The description of an error by the store that has it.
  ///
  /// ```swift
  /// throw StoreError.unavailable(StoreError.Details("Can't send in 'shop': the server is away.", store: "shop"))
  /// ```
  public struct Details: Sendable, Hashable {
    /// The description as a sentence for human readers.
    public var sentence: String
    /// The name of the store, or of the part of it that has the problem, such as the path of a file; nil if the store
    /// has no name.
    public var store: String?
    /// The offset of the problem in bytes; nil if it has none.
    public var offset: Int?
    /// The number of the line with the problem, starting at 1; nil if it has none.
    public var line: Int?

    /// Creates details.
    ///
    /// - Parameters:
    ///   - sentence: The description as a sentence for human readers.
    ///   - store: The name of the store, or of the part of it that has the problem.
    ///   - offset: The offset of the problem in bytes.
    ///   - line: The number of the line with the problem, starting at 1.
    public init(_ sentence: String, store: String? = nil, offset: Int? = nil, line: Int? = nil) {
      self.sentence = sentence
      self.store = store
      self.offset = offset
      self.line = line
    }
  }

  /// Whether the change may have been made. After any other error, nothing has changed.
  public var mayHaveChanged: Bool {
    switch self {
    case .broken: true
    case .unavailable(_, let mayHaveChanged): mayHaveChanged
    default: false
    }
  }

  /// Whether the same call may succeed later. A worker tries again after such an error, and stops after other errors.
  public var isTemporary: Bool {
    if case .unavailable = self { true } else { false }
  }

  /// Whether a run receives no messages because it has ended, or was removed after its end.
  var isAboutEnd: Bool {
    switch self {
    case .runEnded, .unknownRun: true
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
    case .unstorable(let value, let reason): "\(value) can't be stored: \(reason)."
    case .damaged(let details), .unsupported(let details), .inUse(let details), .unavailable(let details, _),
      .broken(let details), .refused(let details):
      details.sentence
    case .closed: "The store was closed."
    }
  }
}
