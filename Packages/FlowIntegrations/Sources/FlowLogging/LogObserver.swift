public import FlowState
public import Logging

/// An observer that writes one structured log entry for each event of a run.
///
/// The message describes the kind of event, and is the same for all runs. The details are metadata: `flow`, `run`,
/// `step`, `visit`, `lane`, `operator`, `error`, and others for particular events.
///
/// ```swift
/// let logged = flow.observed(by: LogObserver(Logger(label: "signup")))
/// // warning signup: Step failed [flow: signup, run: signup#7, step: email, visit: 2, error: Offline()]
/// ```
///
/// You can use the observer from any thread. It uses `Logger` of the swift-log package.
public struct LogObserver: FlowObserver {
  private let logger: Logger
  private let includesValues: Bool
  private let level: @Sendable (FlowEvent) -> Logger.Level?

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - logger: The logger that writes the entries.
  ///   - includesValues: Whether entries about shared values contain the values. By default they don't, because values
  ///     can be personal data.
  ///   - level: Returns the level of the entry for an event; nil for no entry. The default is ``defaultLevel(for:)``.
  public init(
    _ logger: Logger, includingValues includesValues: Bool = false,
    level: @escaping @Sendable (_ event: FlowEvent) -> Logger.Level? = { LogObserver.defaultLevel(for: $0) }
  ) {
    self.logger = logger
    self.includesValues = includesValues
    self.level = level
  }

  /// Writes the entry for an event.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: FlowEvent) {
    guard let level = level(event), level >= logger.logLevel else { return }
    logger.log(level: level, LogObserver.message(for: event), metadata: metadata(for: event))
  }

  /// Returns the level of the entry for an event.
  ///
  /// The level is error for a failed run or undo, warning for a failed step or an ignored report, info for the
  /// beginning and the end of a run, and debug for all other events.
  ///
  /// - Parameter event: The event.
  /// - Returns: The level.
  public static func defaultLevel(for event: FlowEvent) -> Logger.Level {
    switch event.kind {
    case .runEnded(.failed), .undoFailed: .error
    case .stepFailed, .stepTimedOut, .stepAbandoned, .extraCompletionIgnored: .warning
    case .runBegan, .runResumed, .runSetAside, .runEnded, .variantExposed: .info
    default: .debug
    }
  }

  private static func message(for event: FlowEvent) -> Logger.Message {
    switch event.kind {
    case .runBegan: "Run began"
    case .runResumed: "Run resumed"
    case .runSetAside: "Run set aside"
    case .variantExposed: "Run met its variant"
    case .stepBegan: "Step began"
    case .contentSet: "Content set"
    case .contextSet(_, nil): "Shared value removed"
    case .contextSet: "Shared value set"
    case .contextRestored: "Shared value restored"
    case .stepCompleted: "Step completed"
    case .stepFailed: "Step failed"
    case .stepTimedOut: "Step timed out"
    case .stepAbandoned: "Step abandoned"
    case .stepCancelled: "Step cancelled"
    case .stepDelayed: "Step delayed"
    case .contentRestored: "Content restored"
    case .stepUndone: "Step undone"
    case .undoFailed: "Step not undone"
    case .backRefused: "Going back refused"
    case .wentBack: "Run went back"
    case .extraCompletionIgnored: "Extra completion ignored"
    case .rested: "Run at rest"
    case .runEnded(.completed): "Run completed"
    case .runEnded(.failed): "Run failed"
    case .runEnded(.cancelled): "Run cancelled"
    }
  }

  private func metadata(for event: FlowEvent) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["flow": "\(event.run.flow)", "run": "\(event.run)"]
    if let step = event.step {
      metadata["step"] = "\(step)"
      metadata["visit"] = "\(event.place.visit)"
    }
    if event.place.lane > 0 { metadata["lane"] = "\(event.place.lane)" }
    if let wrapper = event.wrapper { metadata["operator"] = "\(wrapper.rawValue)" }
    switch event.kind {
    case .runBegan(let parent?): metadata["parent"] = "\(parent)"
    case .variantExposed(let assignment): metadata["variant"] = "\(assignment)"
    case .contextSet(let name, let value), .contextRestored(let name, let value):
      metadata["key"] = "\(name)"
      if includesValues, let value { metadata["value"] = "\(value)" }
    case .backRefused(let error): metadata["error"] = "\(error)"
    case .stepFailed(let error), .stepTimedOut(let error), .stepAbandoned(let error), .undoFailed(let error):
      metadata["error"] = "\(error.rootCause ?? error)"
    case .stepDelayed(let delay): metadata["delay"] = "\(delay)"
    default: break
    }
    return metadata
  }
}
