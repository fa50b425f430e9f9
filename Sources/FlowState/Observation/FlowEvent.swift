/// An event of a run.
///
/// ```swift
/// struct Counter: FlowObserver {
///   func receive(_ event: FlowEvent) {
///     if case .stepFailed(let error) = event.kind { print(error) }
///   }
/// }
/// ```
public struct FlowEvent: Sendable {
  /// The kind of an event.
  public indirect enum Kind: Sendable {
    // Indirect, because most events carry no payload, but copying one would cost as much as if it did.

    /// The run began. For a nested run, `parent` is the place of the run that contains it.
    case runBegan(parent: FlowPlace?)
    /// A durable run continues after it was set aside, perhaps in another process. Its events are numbered anew.
    case runResumed
    /// The run met its variant of an experiment: it began as the variant, or a step read the variant for the first time.
    case variantExposed(VariantAssignment)
    /// A step started; its intent is called next.
    case stepBegan
    /// A step's content was set.
    case contentSet
    /// The run went back, and the step has the content again that it had when the earlier visit began, because closures of the run have
    /// set other content since then. The step is the one that the run went back to, or another one that belongs to the run.
    case contentRestored
    /// A shared value was set to this value, or removed; see ``FlowContext``.
    case contextSet(String, String?)
    /// A shared value was restored to this value, or removed, because the run went back to an earlier visit.
    case contextRestored(String, String?)
    /// A step completed; its completion closure is called next.
    case stepCompleted
    /// A step failed.
    case stepFailed(FlowError)
    /// A step didn't end within its timeout.
    case stepTimedOut(FlowError)
    /// The last owner of a step's handler released it without completing it.
    case stepAbandoned(FlowError)
    /// A step was waiting when its run, or its part of the run, ended.
    case stepCancelled
    /// A step waits for this time before its work starts or is tried again.
    case stepDelayed(by: Duration)
    /// A visit of a step was undone.
    case stepUndone
    /// A visit of a step could not be undone.
    case undoFailed(FlowError)
    /// The run can't go back as requested, and does nothing.
    case backRefused(FlowHistoryError)
    /// The run went back to the step, which starts again.
    case wentBack
    /// A handler reported after its step had settled. The run ignored the report.
    case extraCompletionIgnored
    /// The chain came to rest: a step completed without a next step.
    case rested
    /// The run ended. An event doesn't carry the result.
    case runEnded(FlowOutcome<Never>)
    /// A durable run was set aside: it waits, or it continues elsewhere. Its step has not ended.
    case runSetAside
  }

  /// The run of the event.
  public var run: FlowRunID { place.run }
  /// The number of the event in its run, from 1.
  public let sequence: Int
  /// The time of the event on the run's clock.
  public let time: Duration
  /// The identifier of the step; nil if the event is about the run.
  public let step: String?
  /// The operator that made the step; nil if no operator made it.
  ///
  /// An operator's step keeps the name of the step that it wraps. Use this property to distinguish the two.
  public let wrapper: FlowOperator?
  /// The place of the event in the run.
  public let place: FlowPlace
  /// The kind of the event.
  public let kind: Kind

  /// Creates an event of a step, or of a run if `step` is nil.
  @inline(__always)
  init(sequence: Int, time: Duration, step: consuming StepName?, place: consuming FlowPlace, kind: consuming Kind) {
    self.sequence = sequence
    self.time = time
    self.place = place
    self.kind = kind
    switch consume step {
    case let name?:
      self.step = name.identifier
      wrapper = name.wrapper
    case nil:
      self.step = nil
      wrapper = nil
    }
  }

  /// The step as traces and recordings show it: its name, followed by the operator that made it.
  package var stepText: String? {
    guard let step else { return nil }
    return wrapper.map { "\(step) (\($0.rawValue))" } ?? step
  }

  /// Creates an event, for tests of observers.
  ///
  /// - Parameters:
  ///   - sequence: The number of the event in its run.
  ///   - time: The time of the event on the run's clock.
  ///   - step: The identifier of the step; nil if the event is about the run.
  ///   - wrapper: The operator that made the step; nil if no operator made it.
  ///   - place: The place of the event in the run.
  ///   - kind: The kind of the event.
  public init(
    sequence: Int, time: Duration, step: String?, wrapper: FlowOperator? = nil, place: FlowPlace, kind: Kind
  ) {
    self.sequence = sequence
    self.time = time
    self.step = step
    self.wrapper = wrapper
    self.place = place
    self.kind = kind
  }
}
