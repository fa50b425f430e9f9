import Foundation

/// Waits for a socket, with a deadline and a stop signal.
struct SocketWait: Sendable {
  /// The signal that ends every wait.
  let stop: WakeUp
  /// The time at which waiting ends.
  let deadline: ContinuousClock.Instant

  /// Returns when the descriptor is ready or broken. The next call on the descriptor shows which.
  func callAsFunction(for descriptor: Int32, _ events: Int32) throws(ExchangeFailure) {
    while true {
      // The deadline is checked first, because otherwise a descriptor that is always ready would prevent a timeout.
      let left = deadline - .now
      guard left > .zero else { throw .timedOut }
      var descriptors = [
        pollfd(fd: stop.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
      ]
      // The time is rounded up, so that the loop does not spin during the last millisecond.
      let milliseconds = Int32(clamping: Int(min(left / .milliseconds(1), 1e9).rounded(.up)))
      let count = poll(&descriptors, 2, milliseconds)
      guard count >= 0 || errno == EINTR else { throw .lost }
      if count > 0, descriptors[0].revents != 0 { throw .stopped }
      if count > 0, descriptors[1].revents != 0 { return }
    }
  }

  /// Returns a wait with an equal share of the remaining time, for one of several attempts.
  func share(ofAttempts attempts: Int) -> SocketWait {
    let now = ContinuousClock.now
    return SocketWait(stop: stop, deadline: now + (deadline - now) / max(attempts, 1))
  }
}
