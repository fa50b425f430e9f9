/// An operator on a step.
///
/// The step that an operator makes keeps the name of the step that it wraps. Events carry the operator in
/// ``FlowEvent/wrapper``, so observers can distinguish the two:
///
/// ```swift
/// struct RetryCounter: FlowObserver {
///   func receive(_ event: FlowEvent) {
///     if case .stepDelayed = event.kind, event.wrapper == .retry { print("retrying \(event.step ?? "")") }
///   }
/// }
/// ```
public enum FlowOperator: String, Sendable, CaseIterable {
  /// ``FlowStep/always(_:)``
  case always
  /// ``FlowStep/branch(_:)``
  case branch
  /// ``FlowStep/delay(_:)``
  case delay
  /// ``FlowStep/map(_:)``
  case map
  /// ``FlowStep/mapContent(_:)``
  case mapContent
  /// ``FlowStep/recover(_:)`` and ``FlowStep/recover(with:)``
  case recover
  /// ``FlowStep/retry(attempts:backoff:where:)``
  case retry
  /// ``FlowStep/then(_:)`` and ``FlowStep/then(_:_:)``
  case then
  /// ``FlowStep/timeout(_:)``
  case timeout
}
