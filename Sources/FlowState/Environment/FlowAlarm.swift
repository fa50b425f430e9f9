/// A scheduled call of a clock. Use it to cancel the call.
///
/// ```swift
/// let alarm = clock.schedule(after: .seconds(2)) { print("two seconds later") }
/// alarm.cancel()
/// ```
public struct FlowAlarm: Sendable {
  private let cancellation: @Sendable () -> Void

  /// Creates an alarm. For implementations of clocks.
  ///
  /// - Parameter cancellation: Cancels the call. It can be called from any thread, even after the call was made.
  public init(_ cancellation: @escaping @Sendable () -> Void) {
    self.cancellation = cancellation
  }

  /// Cancels the call, unless it has already begun. You can call this method from any thread, repeatedly.
  public func cancel() {
    cancellation()
  }
}
