import FlowState
import Dispatch

/// The source of ticks that animates a ``ProgressIndicator``.
///
/// A program uses ``every(milliseconds:)``. A test can create a ticker that it controls by hand:
///
/// ```swift
/// let ticker = ProgressTicker { tick in
///   byHand.tick = tick
///   return { byHand.tick = nil }
/// }
/// ```
public struct ProgressTicker: Sendable {
  /// A closure that stops the ticks. It is called once. Later ticks do nothing.
  public typealias End = @Sendable () -> Void

  let begin: @Sendable (_ tick: @escaping @Sendable () -> Void) -> End

  /// Creates a ticker.
  ///
  /// - Parameter begin: A closure that is called when an animation starts, on the thread that starts it. It receives
  ///   the tick, which you can call from any thread, and returns a closure that stops the ticks.
  public init(_ begin: @escaping @Sendable (_ tick: @escaping @Sendable () -> Void) -> End) {
    self.begin = begin
  }

  /// Returns a ticker that ticks at a fixed interval.
  ///
  /// - Parameter milliseconds: The time between two ticks, in milliseconds.
  /// - Returns: A ticker that ticks on a background queue.
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
      // A timer isn't `Sendable`, and any thread can end it.
      let confined = Locked(timer)
      return { confined.withLock { $0.cancel() } }
    }
  }
}
