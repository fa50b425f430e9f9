import HummingbirdCore
package import NIOCore
import Synchronization

/// The connections of a server, whose number is bounded, and which don't wait for slow clients.
package final class Connections: Sendable {
  package let limits: ConnectionLimits
  private let state: Mutex<State>

  private struct State: Sendable {
    var table: ConnectionTable<ObjectIdentifier>
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  package init(_ limits: ConnectionLimits) {
    self.limits = limits
    state = Mutex(State(table: ConnectionTable(limit: limits.connections)))
  }

  /// The number of open connections.
  package var count: Int { state.withLock { $0.channels.count } }

  /// Notes that the client of a connection is known.
  package func welcome(_ channel: any Channel) {
    state.withLock { $0.table.welcome(ObjectIdentifier(channel)) }
  }

  /// Notes how many requests of a connection have arrived whole, and aren't answered.
  func setRequests(_ count: Int, of channel: any Channel) {
    state.withLock { $0.table.setRequests(count, of: ObjectIdentifier(channel)) }
  }

  /// Adds a connection, and closes the one that gives way to it.
  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let excess = state.withLock { state -> (any Channel)? in
      switch state.table.add(id) {
      case .accept: break
      case .refuse: return channel
      case .replace(let other):
        state.channels[id] = channel
        return state.channels.removeValue(forKey: other)
      }
      state.channels[id] = channel
      return nil
    }
    excess?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    state.withLock { state in
      state.table.remove(id)
      state.channels[id] = nil
    }
  }

  /// Looks for free file descriptors while a server doesn't accept connections because there are too few.
  package func watch(_ server: any Channel) {
    let retrying = server.eventLoop.scheduleRepeatedTask(initialDelay: limits.retryTime, delay: limits.retryTime) { _ in
      server.read()
    }
    server.closeFuture.whenComplete { _ in retrying.cancel() }
  }
}

/// Lets a server accept connections only while the program has file descriptors left.
package struct DescriptorReserve: AvailableConnectionsDelegate {
  private let isLeft: @Sendable () -> Bool

  package init(isLeft: @escaping @Sendable () -> Bool) {
    self.isLeft = isLeft
  }

  package func connectionOpened() {}
  package func connectionClosed() {}
  package func isAcceptingNewConnections() -> Bool { isLeft() }
}
