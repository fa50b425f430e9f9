public import FlowState
import Foundation

/// An observer that turns what happens in runs into a compact text, one line per event, that a test compares.
///
/// ```swift
/// let recorder = FlowRecorder()
/// let queue = ManualQueue()
/// flow.on(queue).observed(by: recorder).start()
/// queue.play()
/// print(recorder.text)
/// // Profile#1 run began
/// // Download began
/// // Download failed: no connection
/// // Profile#1 failed
/// ```
///
/// The text is the same in each run of a test: it has no times and no addresses, and runs are numbered as the recorder comes
/// to them, whatever else has run the flow. Events of the first run that the recorder hears of stand as they are; those of
/// another run, of a nested one for instance, and those of a child's lane say so in front, as in `Inner#1: Ask began` or
/// `lane 2: Fetch began`.
///
/// One recorder may observe several flows, on several threads; the lines stand in the order in which they came.
///
/// Guard of `@unchecked Sendable`: `lock`.
public final class FlowRecorder: FlowObserver, @unchecked Sendable {
  /// What a line tells besides the event itself.
  public struct Details: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Makes a set of details.
    ///
    /// - Parameter rawValue: The bits of the set.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// In front, the time on the run's clock in seconds: `1.250 Download began`.
    public static let times = Details(rawValue: 1)
    /// In front of the events of another run than the first, or of another lane than a run's first, which one it is.
    public static let places = Details(rawValue: 2)
  }

  private enum Entry {
    case event(FlowEvent, FlowRunID)
    case note(String)
  }

  private let details: Details
  private let lock = NSLock()
  private var entries: [Entry] = []
  private var runs = RunNumbers()

  /// Makes a recorder that has recorded nothing.
  ///
  /// - Parameter details: What each line tells besides the event: where it happened, by default.
  public init(_ details: Details = .places) {
    self.details = details
  }

  /// Records an event; called on the queue of the run that it tells of.
  ///
  /// - Parameter event: What happened. It is kept, with the error that it carries.
  public func receive(_ event: FlowEvent) {
    lock.withLock {
      let run = runs.name(of: event)
      entries.append(.event(event, run))
    }
  }

  /// Records a line of the test's own among the events, for instance from a completion closure. From any thread.
  ///
  /// - Parameter line: Stands in the text as it is.
  public func note(_ line: String) {
    lock.withLock { entries.append(.note(line)) }
  }

  /// The events recorded so far, oldest first. Readable from any thread.
  public var events: [FlowEvent] {
    lock.withLock { entries }.compactMap { if case .event(let event, _) = $0 { event } else { nil } }
  }

  /// The lines recorded so far, oldest first. Readable from any thread.
  public var lines: [String] {
    let (entries, firstRun) = lock.withLock { (self.entries, runs.first) }
    return lines(for: entries, after: firstRun)
  }

  /// The lines recorded so far as one text, without a line break at its end. Readable from any thread.
  public var text: String { lines.joined(separator: "\n") }

  /// Empties the recorder, so that a test can look at one part of a run after the other. From any thread.
  ///
  /// - Returns: The lines recorded since the last time.
  @discardableResult
  public func take() -> [String] {
    let (entries, firstRun) = lock.withLock {
      defer { self.entries = [] }
      return (self.entries, runs.first)
    }
    return lines(for: entries, after: firstRun)
  }

  private func lines(for entries: [Entry], after firstRun: FlowRunID?) -> [String] {
    entries.map {
      switch $0 {
      case .event(let event, let run): FlowRecorder.line(for: event, in: run, after: firstRun, details)
      case .note(let line): line
      }
    }
  }
}
