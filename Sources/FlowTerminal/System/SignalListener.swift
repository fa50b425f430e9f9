#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import FlowState
package import Dispatch

/// Listens for a signal, from its initialization until ``end()``.
package final class SignalListener: Sendable {
  private let number: CInt
  private let source: Locked<any DispatchSourceSignal>
  private let isGone = DispatchSemaphore(value: 0)
  private let isInsteadOfEnd: Bool

  /// Starts to listen, and returns when the listener is registered.
  ///
  /// Dispatch registers a source asynchronously. Without waiting, a Ctrl-C in the meantime would be lost, or would end
  /// the process before its cleanup.
  ///
  /// - Parameters:
  ///   - number: The number of the signal.
  ///   - queue: The queue on which the handler is called. Don't pass the caller's queue. Pass one without a target, so
  ///     that the handler never waits for a thread.
  ///   - insteadOfEnd: Whether the signal would otherwise end the process.
  ///   - handler: A closure that is called when the signal arrives.
  package init(
    _ number: CInt, on queue: DispatchQueue, insteadOfEnd: Bool, _ handler: @escaping @Sendable () -> Void
  ) {
    self.number = number
    isInsteadOfEnd = insteadOfEnd
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.setEventHandler(handler: handler)
    source.setCancelHandler { [isGone] in isGone.signal() }
    source.activate()
    self.source = Locked(source)
    isRegistered.wait()
    #if canImport(Darwin)
      if insteadOfEnd { signal(number, SIG_IGN) }
    #else
      if insteadOfEnd { Self.restoreHandler(of: number) }
    #endif
  }

  /// Installs Dispatch's signal handler again, which replaces the default action of ending the process.
  ///
  /// Outside Darwin, Dispatch installs its handler only once for each signal, so a second listener for the signal would
  /// have no handler. `SIGWINCH` keeps the same handler, which can be copied from there.
  private static func restoreHandler(of number: CInt) {
    var action = sigaction()
    guard WindowSignals.Disposition(of: number) == .usual, WindowSignals.Disposition(of: SIGWINCH) == .handled,
      sigaction(SIGWINCH, nil, &action) == 0
    else { return }
    sigaction(number, &action, nil)
  }

  /// Stops listening, and restores the signal's default action. Don't call it from the handler.
  ///
  /// Returns when the source is cancelled: a new source for the same signal must not overlap with it.
  package func end() {
    source.withLock { $0.cancel() }
    isGone.wait()
    // Allow further calls of `end()`.
    isGone.signal()
    if isInsteadOfEnd { signal(number, SIG_DFL) }
  }
}
