/// The state of a run after an append.
///
/// ```swift
/// let inbox = try await store.append(records, to: run, then: .wait(.after(.seconds(60)), for: ["Shipped"]))
/// ```
public enum RunDisposition: Sendable, Hashable {
  /// The run stays with its worker. The lease ends after the duration, which begins with the append.
  case hold(lease: Duration)
  /// The worker releases the run. Any worker may claim it after the delay, or as soon as a command arrives. A command
  /// that arrived before the release waits for the delay. The claim doesn't count as an attempt.
  case release(after: Duration)
  /// The run rests until a time, or until it receives a message with one of the names, or a command.
  ///
  /// If messages have arrived that the worker hasn't received (``ClaimedRun/seen``), the run is due at once.
  case wait(WaitEnd, for: [String])
  /// The run can't continue, for the reason in the sentence. It becomes due when it receives a command.
  ///
  /// Programs show the sentence even where they hide values, so it must name the place of a value without quoting it.
  case park(String)
  /// The run has ended. The store drops the messages that no record has taken.
  case end(RunEnding)

  /// Whether the run stays with its worker.
  public var isHold: Bool {
    if case .hold = self { true } else { false }
  }
}

/// The end of a wait.
///
/// ```swift
/// let end = WaitEnd.after(.seconds(14 * 86_400))
/// ```
public enum WaitEnd: Sendable, Hashable {
  /// The run waits for messages and commands only.
  case never
  /// The wait ends after a duration, which begins when the store appends the records.
  case after(Duration)
  /// The wait ends at a time of the store's clock.
  case at(StoreTime)
}

/// The ways in which a run ends.
///
/// ```swift
/// let ending = RunEnding(rawValue: "completed")
/// ```
public enum RunEnding: String, Sendable, Hashable, CaseIterable, Codable {
  /// The chain has completed.
  case completed
  /// A step has failed, and no route caught the failure.
  case failed
  /// The run was cancelled.
  case cancelled
}
