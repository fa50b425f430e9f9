/// A scheduled call of a clock. Use it to cancel the call.
///
/// ```swift
/// let alarm = clock.schedule(after: .seconds(2)) { print("two seconds later") }
/// alarm.cancel()
/// ```
public struct FlowAlarm: Sendable {
  private let callOff: @Sendable () -> Void

  /// Creates an alarm. For implementations of clocks.
  ///
  /// - Parameter callOff: Cancels the call. It can be called from any thread, even after the call was made.
  public init(_ callOff: @escaping @Sendable () -> Void) {
    self.callOff = callOff
  }

  /// Cancels the call, unless it has already begun. You can call this method from any thread, repeatedly.
  public func cancel() {
    callOff()
  }
}
