#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
package import Dispatch

/// Hears of a signal, from the moment in which it is made to that in which it is ended.
package final class SignalListener: Sendable {
  private let number: CInt
  private let source: QueueConfined<any DispatchSourceSignal>
  private let isGone = DispatchSemaphore(value: 0)
  private let isInsteadOfEnd: Bool

  /// Returns when the signal is heard of. Dispatch registers a source later than it is asked to, and a Ctrl-C in between
  /// would be lost, or end the process before anything is cleaned up.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - queue: Where the handler is called; not the caller's, and without a target, so that it never waits for a thread.
  ///   - insteadOfEnd: Whether the signal would otherwise end the process.
  ///   - handler: Is called when the signal has come.
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
    self.source = QueueConfined(source, label: "FlowTerminal.SignalListener")
    isRegistered.wait()
    #if canImport(Darwin)
      if insteadOfEnd { signal(number, SIG_IGN) }
    #else
      if insteadOfEnd { Self.restoreHandler(of: number) }
    #endif
  }

  /// Elsewhere Dispatch puts a handler of its own in the place of what ends the process, but once only: when a signal is
  /// listened to again, it is still without. The same handler stands at `SIGWINCH`, from which nobody takes it.
  private static func restoreHandler(of number: CInt) {
    var action = sigaction()
    guard WindowSignals.Disposition(of: number) == .usual, WindowSignals.Disposition(of: SIGWINCH) == .handled,
      sigaction(SIGWINCH, nil, &action) == 0
    else { return }
    sigaction(number, &action, nil)
  }

  /// Stops listening; the signal does again what it usually does. Not to be called by the handler.
  ///
  /// Returns when the source is gone: another one for the same signal would be left with what remains of it.
  package func end() {
    source.withState { $0.cancel() }
    isGone.wait()
    // For whoever ends it once more.
    isGone.signal()
    if isInsteadOfEnd { signal(number, SIG_DFL) }
  }
}
