/// An event that a journal reports to the program that has it open.
///
/// ```swift
/// let store = try FileStore(at: "orders.journal") { event in print(event) }
/// ```
public enum JournalEvent: Sendable, Hashable, CustomStringConvertible {
  /// The disk is full. The runs wait, and the journal tries again after the delay.
  case full(file: String, waiting: Int, retryAfter: Duration)
  /// The disk has space again, and the waiting lines are stored.
  case recovered(file: String)
  /// The end of the journal was cut off when it was opened. After the crash of a process, none of these bytes was
  /// acknowledged. After a power failure with ``JournalSafety/process``, acknowledged lines can be among them.
  case cut(file: String, bytes: Int)
  /// The journal was compacted.
  case compacted(file: String, from: Int, to: Int)
  /// The journal couldn't be compacted, so it continues to grow.
  case notCompacted(file: String, reason: String)
  /// A command that another process left couldn't be carried out.
  case refused(command: String, reason: String)
  /// The system's clock has moved by more than a day since the last change of the journal or the last removal of ended
  /// runs. Ended runs are kept for this much longer, because the clock may have jumped.
  case timeSkipped(file: String, duration: Duration)
  /// The system's clock is behind the times in the journal, which continues from its own latest time.
  case clockBehind(file: String, duration: Duration)
  /// The journal was closed permanently.
  case broken(file: String, reason: String)

  /// The event as a sentence.
  public var description: String {
    switch self {
    case .full(let file, let waiting, let delay):
      "The disk is full: \(waiting) bytes wait for '\(file)', and the next attempt comes in \(delay.components.seconds) seconds."
    case .recovered(let file): "'\(file)' has space again, and everything that waited is kept."
    case .cut(let file, let bytes): "\(bytes) bytes at the end of '\(file)' were cut off: a write that hadn't finished."
    case .compacted(let file, let old, let new): "'\(file)' was compacted from \(old) to \(new) bytes."
    case .notCompacted(let file, let reason): "'\(file)' couldn't be compacted: \(reason)"
    case .refused(let command, let reason): "The command '\(command)' was refused: \(reason)"
    case .timeSkipped(let file, let duration):
      "The clock of '\(file)' has moved by \(duration.components.seconds + 86_400) seconds without a change. "
        + "If it has jumped, set it right. Ended runs are kept for \(duration.components.seconds) seconds more."
    case .clockBehind(let file, let duration):
      "The system's clock is \(duration.components.seconds) seconds behind the times in '\(file)'. "
        + "The journal continues from its own time. If the clock is wrong, set it right."
    case .broken(let file, let reason):
      "'\(file)' was closed, because the disk may not have kept the latest changes: \(reason)."
    }
  }
}
