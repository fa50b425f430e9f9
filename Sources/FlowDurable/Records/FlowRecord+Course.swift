public import FlowJSON

extension FlowRecord {
  /// A jump back to a step.
  ///
  /// ```swift
  /// let record = FlowRecord(.back(.init(to: "charge")), taking: [command.number])
  /// ```
  public struct Back: Sendable, Hashable {
    /// The identifier of the step to which the run goes.
    public var step: String

    /// Creates a jump.
    ///
    /// - Parameter step: The identifier of the step.
    public init(to step: String) {
      self.step = step
    }
  }

  /// The undo of a visit.
  ///
  /// ```swift
  /// let record = FlowRecord(.undone(.init(step: "charge", visit: 1)))
  /// ```
  public struct Undone: Sendable, Hashable {
    /// The identifier of the step.
    public var step: String
    /// The number of the step's visit, from 1.
    public var visit: Int
    /// The number of the attempt, from 1.
    public var attempt: Int
    /// The failure of the undo; nil if the visit was undone.
    public var failure: RecordedFailure?

    /// Creates the undo of a visit.
    ///
    /// - Parameters:
    ///   - step: The identifier of the step.
    ///   - visit: The number of the step's visit, from 1.
    ///   - attempt: The number of the attempt, from 1.
    ///   - failure: The failure of the undo.
    public init(step: String, visit: Int, attempt: Int = 1, failure: RecordedFailure? = nil) {
      self.step = step
      self.visit = visit
      self.attempt = attempt
      self.failure = failure
    }
  }

  /// A change of the definition under which the run continues.
  ///
  /// ```swift
  /// let record = FlowRecord(.moved(.init(from: "charge", to: "pay")))
  /// ```
  public struct Moved: Sendable, Hashable {
    /// The step at which the run stood under its old definition.
    public var old: String
    /// The step at which the run stands under its new definition.
    public var step: String

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - old: The step at which the run stood.
    ///   - step: The step at which the run stands now.
    public init(from old: String, to step: String) {
      self.old = old
      self.step = step
    }
  }

  /// The reason why a run can't continue.
  ///
  /// ```swift
  /// let record = FlowRecord(.parked(.init("The undo of 'charge' failed three times.", step: "charge")))
  /// ```
  public struct Parked: Sendable, Hashable {
    /// The reason, as a sentence that quotes no values: programs show it even where they hide values.
    public var reason: String
    /// The step at which the run stands; nil if that hasn't changed.
    public var step: String?

    /// Creates a reason.
    ///
    /// - Parameters:
    ///   - reason: The reason, as a sentence.
    ///   - step: The step at which the run stands.
    public init(_ reason: String, step: String? = nil) {
      self.reason = reason
      self.step = step
    }
  }

  /// The end of a run.
  ///
  /// ```swift
  /// let record = FlowRecord(.ended(.init(.completed, result: "p1")))
  /// ```
  public struct Ended: Sendable, Hashable {
    /// The way in which the run has ended.
    public var ending: RunEnding
    /// The result of the run.
    public var result: JSONValue?
    /// The failure of the run.
    public var failure: RecordedFailure?

    /// Creates an end.
    ///
    /// - Parameters:
    ///   - ending: The way in which the run has ended.
    ///   - result: The result of the run.
    ///   - failure: The failure of the run.
    public init(_ ending: RunEnding, result: JSONValue? = nil, failure: RecordedFailure? = nil) {
      self.ending = ending
      self.result = result
      self.failure = failure
    }
  }

  /// The state that a run needs to continue, without the records before it.
  ///
  /// ```swift
  /// let record = FlowRecord(.snapshot(.init(["visits": 100], step: "charge")))
  /// ```
  public struct Snapshot: Sendable, Hashable {
    /// The state. Only the code that runs flows knows its form.
    public var state: JSONValue
    /// The step at which the run stands.
    public var step: String?

    /// Creates a snapshot.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - step: The step at which the run stands.
    public init(_ state: JSONValue, step: String?) {
      self.state = state
      self.step = step
    }
  }
}
