import Foundation

/// The server's loop. One thread owns all connections and waits for all of them.
///
/// No other thread uses a connection, so no locks are needed, and only one request at a time writes to the store.
struct ServerLoop {
  private let listener: Int32
  private let wakeUp: WakeUp
  private let limits: ServerLimits
  private let authority: String
  private let route: (HTTPRequest) -> HTTPResponse
  private var connections: [ServerConnection] = []
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  /// The time until which no connections are accepted, after the system ran out of descriptors. Retrying immediately
  /// would spin.
  private var pause: ContinuousClock.Instant?

  /// Creates a loop for a listening socket, which it closes at its end. `authority` is the address and port of the
  /// socket.
  init(
    listener: Int32, authority: String, wakeUp: WakeUp, limits: ServerLimits,
    route: @escaping (HTTPRequest) -> HTTPResponse
  ) {
    self.listener = listener
    self.authority = authority
    self.wakeUp = wakeUp
    self.limits = limits
    self.route = route
  }

  /// Serves until the wake-up is signaled, then closes all sockets.
  mutating func run() {
    defer {
      for connection in connections { close(connection.socket) }
      close(listener)
    }
    while true {
      let start = ContinuousClock.now
      var descriptors = interests(at: start)
      let count = poll(&descriptors, nfds_t(descriptors.count), timeout(at: start))
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

  /// Returns the descriptors to wait for: the wake-up, the listener, then the connections in order.
  private func interests(at now: ContinuousClock.Instant) -> [pollfd] {
    // `poll` skips negative descriptors.
    let accepts = pause == nil && canAccept(at: now)
    return [
      pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0),
    ] + connections.map { pollfd(fd: $0.socket, events: $0.events, revents: 0) }
  }

  /// Returns the milliseconds until the next deadline, or -1 if there is no deadline.
  private func timeout(at now: ContinuousClock.Instant) -> Int32 {
    // If all places are taken, one becomes available at the end of the next grace period. A grace period that has
    // already ended needs no wake-up.
    let graces = connections.count < limits.connections ? [] : connections.filter(\.isReading).map(\.endOfGrace)
    let next = (connections.map(\.deadline) + [pause].compactMap(\.self) + graces.filter { $0 > now }).min()
    guard let next else { return -1 }
    // The time is rounded up, so that the loop does not spin during the last millisecond.
    return Int32(clamping: Int((max(.zero, next - now) / .milliseconds(1)).rounded(.up)))
  }

  /// Returns whether there is a place for another connection, or a connection that can be replaced.
  private func canAccept(at now: ContinuousClock.Instant) -> Bool {
    connections.count < limits.connections || connections.contains { $0.isReading && $0.endOfGrace <= now }
  }

  /// If there are too many connections, closes the oldest one that has sent nothing or no complete request. Idle
  /// connections must not block requests.
  private mutating func makeRoom(at now: ContinuousClock.Instant) {
    guard connections.count >= limits.connections else { return }
    let waiting = connections.indices.filter { connections[$0].isReading && connections[$0].endOfGrace <= now }
    guard let oldest = waiting.first(where: { connections[$0].isIdle }) ?? waiting.first else { return }
    close(connections[oldest].socket)
    connections.remove(at: oldest)
  }

  private mutating func acceptWaiting(at now: ContinuousClock.Instant) {
    while canAccept(at: now) {
      do throws(SystemFailure) {
        let socket = try Socket.accept(listener)
        var connection = ServerConnection(socket: socket, limits: limits, authority: authority, now: now)
        // The request has often arrived already. A connection that sends one must not lose its place to another
        // connection.
        connection.advance(into: &buffer, now: now, route: route)
        makeRoom(at: now)
        connections.append(connection)
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
