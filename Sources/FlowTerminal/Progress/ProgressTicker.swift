import Dispatch

/// What makes a ``ProgressIndicator`` move.
///
/// A program uses ``every(milliseconds:)``. A test makes its own, and ticks by hand:
///
/// ```swift
/// let ticker = ProgressTicker { tick in
///   byHand.tick = tick
///   return { byHand.tick = nil }
/// }
/// ```
public struct ProgressTicker: Sendable {
  /// Ends a ticking. Called once; ticks that come later do nothing.
  public typealias End = @Sendable () -> Void

  let begin: @Sendable (_ tick: @escaping @Sendable () -> Void) -> End

  /// Makes a ticker.
  ///
  /// - Parameter begin: Called when something is to be animated, on the thread that started it. It is given the tick,
  ///   which may be called from any thread, and returns how to end it.
  public init(_ begin: @escaping @Sendable (_ tick: @escaping @Sendable () -> Void) -> End) {
    self.begin = begin
  }

  /// A ticker by the clock.
  ///
  /// - Parameter milliseconds: The time from one tick to the next.
  /// - Returns: A ticker whose ticks come on a background queue.
  public static func every(milliseconds: Int) -> ProgressTicker {
    ProgressTicker { tick in
      let queue = DispatchQueue(label: "FlowTerminal.ProgressTicker", target: .global())
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler(handler: tick)
      timer.schedule(
        deadline: .now() + .milliseconds(milliseconds),
        repeating: .milliseconds(milliseconds),
        leeway: .milliseconds(milliseconds / 10)
      )
      timer.activate()
      // A timer is not `Sendable`, and the end may come from anywhere.
      let confined = QueueConfined(timer, label: "FlowTerminal.ProgressTicker.timer")
      return { confined.withState { $0.cancel() } }
    }
  }
}
