import Foundation

/// How long, and until what, an exchange waits for its socket.
struct SocketWait: Sendable {
  /// Ends every wait when signalled.
  let stop: WakeUp
  /// When the patience ends.
  let deadline: ContinuousClock.Instant

  /// Returns when the descriptor is ready, or broken: the call that follows will tell.
  func callAsFunction(for descriptor: Int32, _ events: Int32) throws(ExchangeFailure) {
    while true {
      // Asked first, as a descriptor that is always ready never lets the time run out.
      let left = deadline - .now
      guard left > .zero else { throw .timedOut }
      var descriptors = [
        pollfd(fd: stop.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
      ]
      // Rounded up, lest the loop turn idly through the last millisecond.
      let milliseconds = Int32(clamping: Int(min(left / .milliseconds(1), 1e9).rounded(.up)))
      let count = poll(&descriptors, 2, milliseconds)
      guard count >= 0 || errno == EINTR else { throw .lost }
      if count > 0, descriptors[0].revents != 0 { throw .stopped }
      if count > 0, descriptors[1].revents != 0 { return }
    }
  }

  /// The same with an equal share of the time that is left, for one of several attempts.
  func share(ofAttempts attempts: Int) -> SocketWait {
    let now = ContinuousClock.now
    return SocketWait(stop: stop, deadline: now + (deadline - now) / max(attempts, 1))
  }
}
