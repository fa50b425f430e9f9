public import FlowJSON

extension FlowRecord {
  /// The settlement of a visit, with its outcome.
  ///
  /// ```swift
  /// var settled = FlowRecord.Settled(step: "charge", visit: 1)
  /// settled.failure = RecordedFailure(type: "Declined", text: "The bank declined the payment.")
  /// settled.destination = "apology"
  /// ```
  public struct Settled: Sendable, Hashable {
    /// The identifier of the step.
    public var step: String
    /// The number of the step's visit, from 1.
    public var visit: Int
    /// The number of the attempt that has settled, from 1.
    public var attempt = 1
    /// The result; nil if the step has failed, or has completed without a result.
    public var result: JSONValue?
    /// The failure; nil if the step has completed.
    public var failure: RecordedFailure?
    /// The values that the visit has set, by the names of their keys.
    public var set: [String: KeptValue] = [:]
    /// The names of the keys whose values the visit has removed.
    public var removed: Set<String> = []
    /// The name of the route that was chosen; nil if the step has no named routes.
    public var route: String?
    /// The next step; nil if the chain ends.
    public var destination: String?
    /// The duration of the visit in milliseconds; nil if it wasn't measured.
    public var milliseconds: Int?

    /// Creates the settlement of a visit without a result, after which the chain ends.
    ///
    /// - Parameters:
    ///   - step: The identifier of the step.
    ///   - visit: The number of the step's visit, from 1.
    public init(step: String, visit: Int) {
      self.step = step
      self.visit = visit
    }
  }

  /// A wait of the run at a step: for a message, for a time, or for the next attempt after a failure.
  ///
  /// ```swift
  /// let waiting = FlowRecord.Waiting(step: "shipped", visit: 1, names: ["Shipped"])
  /// ```
  public struct Waiting: Sendable, Hashable {
    /// The identifier of the step.
    public var step: String
    /// The number of the step's visit, from 1.
    public var visit: Int
    /// The time at which the wait ends; nil if it ends only with a message or a command. When it appends a record
    /// without this time, the store sets it to the end of the disposition's wait.
    public var due: StoreTime?
    /// The names of the messages that end the wait.
    public var names: [String]
    /// The latest failed attempt, if the run waits for the next one.
    public var failed: FailedAttempt?

    /// Creates a wait.
    ///
    /// - Parameters:
    ///   - step: The identifier of the step.
    ///   - visit: The number of the step's visit, from 1.
    ///   - due: The time at which the wait ends. The store sets it if it is nil.
    ///   - names: The names of the messages that end the wait.
    public init(step: String, visit: Int, due: StoreTime? = nil, names: [String] = []) {
      self.step = step
      self.visit = visit
      self.due = due
      self.names = names
    }
  }

  /// A failed attempt at a visit, after which the step starts again.
  ///
  /// ```swift
  /// let away = RecordedFailure(type: "Away", text: "The bank doesn't answer.")
  /// let failed = FlowRecord.FailedAttempt(attempt: 2, count: 1, failure: away)  // the process died in attempt 1
  /// ```
  public struct FailedAttempt: Sendable, Hashable {
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The number of failed attempts at the visit, including this one.
    public var count: Int
    /// The failure.
    public var failure: RecordedFailure

    /// Creates a failed attempt.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, from 1.
    ///   - count: The number of failed attempts at the visit, including this one.
    ///   - failure: The failure.
    public init(attempt: Int, count: Int, failure: RecordedFailure) {
      self.attempt = attempt
      self.count = count
      self.failure = failure
    }
  }
}
