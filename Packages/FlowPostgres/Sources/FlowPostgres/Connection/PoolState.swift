extension PostgresPool {
  /// A statement that waits for its answer.
  struct Call {
    let statement: PostgresStatement
    let sharing: Sharing
    /// Whether sending the statement twice has the same effect as sending it once.
    let isRepeatable: Bool
    let deadline: ContinuousClock.Instant
    /// The failure of the call after it was sent earlier without an answer.
    var loss: PostgresFailure?
    let finish: @Sendable (Result<PostgresRows, PostgresFailure>) -> Void

    func fail(_ failure: PostgresFailure) { finish(.failure(loss ?? failure)) }
  }

  /// The calls that wait for a connection, and the lanes. Each lane sends one batch after another on a connection of
  /// its own.
  struct State {
    private(set) var isClosed = false
    var connections: [Int: PostgresConnection] = [:]
    private var calls: [Call] = []
    private var lanes = 0
    /// The lanes that wait for a call. The lane that was used last is used next.
    private var idle: [Int] = []
    /// The maximum number of calls that share a transaction.
    private static let largestShare = 64

    /// The number of calls that wait for a lane.
    var waitingCount: Int { calls.count }

    /// The action for a call.
    enum Action {
      /// Refuses the call, because the pool is closed.
      case refuses
      /// Lets the call wait, because all lanes are busy.
      case waits
      case sends(lane: Int, calls: [Call])
    }

    /// Takes a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - limit: The maximum number of lanes.
    /// - Returns: The action.
    mutating func take(_ call: Call, lanes limit: Int) -> Action {
      if isClosed { return .refuses }
      calls.append(call)
      if let lane = idle.popLast() { return .sends(lane: lane, calls: nextCalls()) }
      guard lanes < limit else { return .waits }
      lanes += 1
      return .sends(lane: lanes, calls: nextCalls())
    }

    /// Returns the next calls of a lane whose calls have ended; if there are none, the lane waits. In a closed pool,
    /// returns the lane's connection, which must be closed.
    mutating func goOn(_ lane: Int) -> (calls: [Call], closed: PostgresConnection?) {
      if isClosed { return ([], connections.removeValue(forKey: lane)) }
      let calls = nextCalls()
      if calls.isEmpty { idle.append(lane) }
      return (calls, nil)
    }

    /// Removes and returns the next call, with all calls that may share its transaction.
    private mutating func nextCalls() -> [Call] {
      guard let first = calls.first else { return [] }
      guard calls.count > 1, first.sharing.fits(first.sharing) else { return [calls.removeFirst()] }
      var shared: [Call] = []
      var others: [Call] = []
      for call in calls {
        if call.sharing.fits(first.sharing), shared.count < Self.largestShare {
          shared.append(call)
        } else {
          others.append(call)
        }
      }
      calls = others
      // The sort is stable, so changes of the same run keep their order.
      return shared.enumerated().sorted { ($0.element.sharing, $0.offset) < ($1.element.sharing, $1.offset) }.map(
        \.element)
    }

    /// Removes and returns the waiting calls whose deadlines have passed.
    mutating func takeLate(at time: ContinuousClock.Instant) -> [Call] {
      let late = calls.filter { $0.deadline < time }
      if !late.isEmpty { calls.removeAll { $0.deadline < time } }
      return late
    }

    /// Closes the pool, and returns the waiting calls and the open connections.
    mutating func close() -> (calls: [Call], connections: [PostgresConnection]) {
      isClosed = true
      defer { (calls, connections, idle) = ([], [:], []) }
      return (calls, Array(connections.values))
    }
  }
}
