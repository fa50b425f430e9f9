/// A call that a clock has been asked for, until it has been made or is called off.
///
/// ```swift
/// let alarm = clock.schedule(after: .seconds(2)) { print("two seconds later") }
/// alarm.cancel()
/// ```
public struct FlowAlarm: Sendable {
  private let callOff: @Sendable () -> Void

  /// Makes an alarm, for clocks.
  ///
  /// - Parameter callOff: Keeps the call from being made; called from any thread, perhaps after the call was made.
  public init(_ callOff: @escaping @Sendable () -> Void) {
    self.callOff = callOff
  }

  /// Calls the alarm off; from any thread, as often as one likes. A call that is being made is not stopped.
  public func cancel() {
    callOff()
  }
}
