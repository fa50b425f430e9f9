import Foundation

/// The server's loop: one thread that owns all connections and waits for them together.
///
/// No other thread uses a connection, so no locks are needed, and the store is written by one request at a time.
struct ServerLoop {
  private let listener: Int32
  private let wakeUp: WakeUp
  private let limits: ServerLimits
  private let route: (HTTPRequest) -> HTTPResponse
  private var connections: [ServerConnection] = []
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  /// The time until which no connections are accepted, after the system ran out of descriptors. Retrying at once would spin.
  private var pause: ContinuousClock.Instant?

  /// Creates a loop for a listening socket, which it closes at its end.
  init(listener: Int32, wakeUp: WakeUp, limits: ServerLimits, route: @escaping (HTTPRequest) -> HTTPResponse) {
    self.listener = listener
    self.wakeUp = wakeUp
    self.limits = limits
    self.route = route
  }

  /// Serves until the wake-up is signaled, then closes everything.
  mutating func run() {
    defer {
      for connection in connections { close(connection.socket) }
      close(listener)
    }
    while true {
      var descriptors = interests()
      let count = poll(&descriptors, nfds_t(descriptors.count), timeout(at: .now))
      guard count >= 0 || errno == EINTR else { return }
      if count > 0, descriptors[0].revents != 0 { return }
      let now = ContinuousClock.now
      for index in connections.indices {
        if count > 0, descriptors[index + 2].revents != 0 {
          connections[index].advance(into: &buffer, now: now, route: route)
        } else if connections[index].deadline <= now {
          connections[index].expire(at: now)
        }
      }
      for connection in connections where connection.isOver { close(connection.socket) }
      connections.removeAll { $0.isOver }
      if let end = pause, end <= now { pause = nil }
      if count > 0, descriptors[1].revents != 0 { acceptWaiting(at: now) }
    }
  }

  /// The descriptors to wait for: the wake-up, the listener, then the connections in order.
  private func interests() -> [pollfd] {
    // `poll` skips negative descriptors.
    let accepts = connections.count < limits.connections && pause == nil
    return [
      pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0),
    ] + connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
  }

  /// The milliseconds until the next deadline, or -1 if there is no deadline.
  private func timeout(at now: ContinuousClock.Instant) -> Int32 {
    guard let next = (connections.map(\.deadline) + [pause].compactMap(\.self)).min() else { return -1 }
    // Rounded up, so that the loop does not spin during the last millisecond.
    return Int32(clamping: Int((max(.zero, next - now) / .milliseconds(1)).rounded(.up)))
  }

  private mutating func acceptWaiting(at now: ContinuousClock.Instant) {
    while connections.count < limits.connections {
      do throws(SystemFailure) {
        let socket = try Socket.accept(listener)
        connections.append(ServerConnection(socket: socket, limits: limits, now: now))
      } catch {
        switch error.code {
        case ECONNABORTED, EINTR: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: pause = now + .milliseconds(100)
        default: break
        }
        return
      }
    }
  }
}
