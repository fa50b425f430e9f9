import FlowDurable

/// Remembers where claims begin to search the index of the queue, so that they don't walk over the entries of runs that have
/// ended.
///
/// The times stay valid for ever, unless the server's clock goes back; see ``ClaimStarts``. Each second with a claim moves them on. Every ten
/// minutes, a claim searches from the beginning, in case a small step of the clock went unnoticed.
final class ClaimSearch: Sendable {
  /// The runs among which a claim searches.
  struct Scope: Hashable, Sendable {
    let queue: String
    let flows: [String]
  }

  /// The times of each flow and priority.
  struct Starts: Sendable, Equatable {
    private(set) var flows: [String] = []
    private(set) var priorities: [Int] = []
    private(set) var times: [Int] = []

    var parameters: [PostgresParameter] { [.texts(flows), .integers(priorities), .integers(times)] }

    mutating func add(_ flow: String, _ priority: Int, _ time: Int) {
      flows.append(flow)
      priorities.append(priority)
      times.append(time)
    }
  }

  private struct Entry: Sendable {
    var starts = Starts()
    let begun: ContinuousClock.Instant
    var asked: ContinuousClock.Instant?
  }

  private struct State: Sendable {
    var entries: [Scope: Entry] = [:]
    /// The latest time of the server.
    var latest = Int.min
  }

  private let state = Locked(State())

  /// How much earlier than allowed a search begins, because the server's clock can be set back a little, in milliseconds.
  static let slack = 1_000
  private static let pause = Duration.seconds(1)
  private static let life = Duration.seconds(600)

  /// Returns the times for a claim, and whether they should be moved on first.
  func begin(_ scope: Scope, at time: ContinuousClock.Instant = .now) -> (Starts, moves: Bool) {
    state.withLock { state in
      if state.entries.count > 64 { state.entries = [:] }
      var entry = state.entries[scope] ?? Entry(begun: time)
      if time - entry.begun > Self.life { entry = Entry(begun: time) }
      let moves = entry.asked.map { time - $0 > Self.pause } ?? true
      if moves { entry.asked = time }
      state.entries[scope] = entry
      return (entry.starts, moves)
    }
  }

  /// Sets the times of a scope, and returns those for the claim.
  func move(_ scope: Scope, to starts: Starts, now: Int) -> Starts {
    note(now)
    return state.withLock { state in
      guard state.entries[scope] != nil else { return Starts() }
      state.entries[scope]?.starts = starts
      return starts
    }
  }

  /// Forgets all times, for tests.
  func forget() {
    state.withLock { $0.entries = [:] }
  }

  /// Lets the next claim move the times on, for tests.
  func hurry() {
    state.withLock { state in for scope in state.entries.keys { state.entries[scope]?.asked = nil } }
  }

  /// Forgets the times if the server's clock has gone back.
  func note(_ now: Int) {
    state.withLock { state in
      if now < state.latest { state.entries = [:] }
      state.latest = now
    }
  }
}

extension PostgresStore {
  /// Returns where a claim begins to search.
  func starts(of scope: ClaimSearch.Scope) async -> ClaimSearch.Starts {
    let (starts, moves) = search.begin(scope)
    guard moves else { return starts }
    let parameters: [PostgresParameter] =
      [.text(scope.queue), .texts(scope.flows)] + starts.parameters + [.integer(ClaimSearch.slack)]
    // Without an answer, the claim begins where the one before has begun.
    guard
      let rows = try? await call("claim runs", PostgresStatement(statements.claimStarts, parameters)).rows,
      let now = rows.first?.integer(3)
    else { return starts }
    var moved = ClaimSearch.Starts()
    for row in rows {
      if let flow = row.text(0), let priority = row.integer(1), let time = row.integer(2) {
        moved.add(flow, priority, time)
      }
    }
    return search.move(scope, to: moved, now: now)
  }
}
