/// The open connections, and which of them gives way to a new one.
///
/// A client that isn't known must not be able to keep others out by holding all connections. So a new connection
/// replaces the oldest one of an unknown client, or else the oldest one without a request. The console knows clients that
/// have shown its token, and pages those that have sent a whole request.
package struct ConnectionTable<ID: Hashable & Sendable>: Sendable {
  /// The reaction to a new connection.
  package enum Decision: Equatable, Sendable {
    case accept
    /// The new connection is accepted, and another one is closed.
    case replace(ID)
    case refuse
  }

  private struct Connection: Sendable {
    let id: ID
    var isKnown = false
    /// The number of requests that have arrived whole, and aren't answered.
    var requests = 0
  }

  private let limit: Int
  /// The connections, oldest first.
  private var connections: [Connection] = []

  package init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// Adds a connection, unless the decision is to refuse it.
  package mutating func add(_ id: ID) -> Decision {
    var decision = Decision.accept
    if connections.count >= limit {
      let place =
        connections.firstIndex { !$0.isKnown } ?? connections.firstIndex { $0.requests == 0 }
      guard let place else { return .refuse }
      decision = .replace(connections.remove(at: place).id)
    }
    connections.append(Connection(id: id))
    return decision
  }

  package mutating func remove(_ id: ID) {
    connections.removeAll { $0.id == id }
  }

  /// Notes that a client is known.
  package mutating func welcome(_ id: ID) {
    if let place = connections.firstIndex(where: { $0.id == id }) { connections[place].isKnown = true }
  }

  /// Notes how many requests of a connection have arrived whole, and aren't answered.
  package mutating func setRequests(_ count: Int, of id: ID) {
    if let place = connections.firstIndex(where: { $0.id == id }) { connections[place].requests = count }
  }
}
