/// Something that happened in a run.
///
/// ```swift
/// struct Counter: FlowObserver {
///   func receive(_ event: FlowEvent) {
///     if case .stepFailed(let error) = event.kind { print(error) }
///   }
/// }
/// ```
public struct FlowEvent: Sendable {
  /// What happened.
  public indirect enum Kind: Sendable {
    // Indirect, because most events carry nothing, and each would be copied as if it did.

    /// The run began; `parent` is where the run stands that it is nested in, if it is.
    case runBegan(parent: FlowPlace?)
    /// The run takes part in an experiment, as this variant.
    case variantAssigned(VariantAssignment)
    /// A step started; its intent is called next.
    case stepBegan
    /// A step's content was set.
    case contentSet
    /// A value that the steps share was set to this, or removed; see ``FlowContext``.
    case contextSet(String, String?)
    /// A step completed; its completion closure is called next.
    case stepCompleted
    /// A step failed.
    case stepFailed(FlowError)
    /// A step did not end in the time that its timeout allows.
    case stepTimedOut(FlowError)
    /// The last owner of a step's handler let go of it without completing it.
    case stepAbandoned(FlowError)
    /// A step was waiting when its run, or the part of it that the step was in, ended.
    case stepCancelled
    /// A step waits for this time to pass: before its work starts, or before it is tried again.
    case stepDelayed(by: Duration)
    /// A step's `undo` was called, because the run goes back past it.
    case stepUndone
    /// The run went back to the step, which starts again.
    case wentBack
    /// A handler reported although its step had settled; the report was ignored.
    case extraCompletionIgnored
    /// The chain came to its end: a step completed without a next one.
    case rested
    /// The run ended, like this; an event does not carry the result.
    case runEnded(FlowOutcome<Never>)
  }

  /// The run in which it happened.
  public var run: FlowRunID { place.run }
  /// Counts the events of one run, from 1.
  public let sequence: Int
  /// When it happened, on the run's clock.
  public let time: Duration
  /// The identifier of the step that it happened to; nil if it happened to the run.
  public let step: String?
  /// The operator whose own step it happened to; nil if it happened to the step itself.
  public let wrapper: FlowOperator?
  /// Where in the run it happened.
  public let place: FlowPlace
  /// What happened.
  public let kind: Kind

  /// The step as traces and recordings show it, with the operator beside the name.
  package var stepText: String? {
    guard let step else { return nil }
    return wrapper.map { "\(step) (\($0.rawValue))" } ?? step
  }

  /// Makes an event, for tests of observers.
  ///
  /// - Parameters:
  ///   - sequence: The number of the event in its run.
  ///   - time: When it happened, on the run's clock.
  ///   - step: The identifier of the step, if it happened to one.
  ///   - wrapper: The operator, if it happened to the step of one.
  ///   - place: Where in which run it happened.
  ///   - kind: What happened.
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
