import FlowState
import Synchronization

/// The sessions of all browsers, up to a number, an age, and a time without use.
final class BrowserSessions: Sendable {
  /// The outcome of opening a session.
  enum Opening: Sendable {
    case opened(BrowserSession)
    case existing(BrowserSession)
    /// There are too many, and all are in use.
    case full
  }

  private struct State {
    var sessions: [String: BrowserSession] = [:]
    var isSwept = false
  }

  private let limits: ScreenLimits
  private let clock: any FlowClock
  private let state = Mutex(State())

  init(_ limits: ScreenLimits, timed clock: any FlowClock) {
    self.limits = limits
    self.clock = clock
  }

  /// The number of sessions, including those that have ended and can still say so.
  var count: Int { state.withLock { $0.sessions.count } }

  /// Returns a session that isn't over, and notes that it is used.
  func session(_ name: String) -> BrowserSession? {
    let now = clock.now
    let found = state.withLock { $0.sessions[name] }
    guard let found else { return nil }
    guard !isOver(found, now) else {
      remove(name, found)
      return nil
    }
    found.touch(at: now)
    return found
  }

  /// Returns a new session under a name, or the one that has it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - page: The random number of the start page.
  /// - Returns: The session.
  func open(_ name: String, from page: String) -> Opening {
    if let existing = session(name) { return .existing(existing) }
    sweep()
    let new = BrowserSession(from: page, at: clock.now)
    let (opening, gone, sweeps) = state.withLock { state -> (Opening, BrowserSession?, Bool) in
      if let existing = state.sessions[name] { return (.existing(existing), nil, false) }
      var gone: BrowserSession?
      if state.sessions.count >= limits.sessions {
        // An ended session can go first, then one whose person hasn't pressed a button yet.
        let ranked = state.sessions.compactMap { name, session in session.rank.map { (name, $0) } }
        let least = ranked.min { ($0.1.isUnderWay ? 1 : 0, $0.1.latestUse) < ($1.1.isUnderWay ? 1 : 0, $1.1.latestUse) }
        guard let least else { return (.full, nil, false) }
        gone = state.sessions.removeValue(forKey: least.0)
      }
      state.sessions[name] = new
      let sweeps = !state.isSwept
      state.isSwept = true
      return (.opened(new), gone, sweeps)
    }
    if let gone { close(gone) }
    if sweeps { awaitSweep() }
    return opening
  }

  /// Removes a session, whose run is cancelled.
  func remove(_ name: String, _ session: BrowserSession) {
    state.withLock { if $0.sessions[name] === session { $0.sessions[name] = nil } }
    close(session)
  }

  private func close(_ session: BrowserSession) {
    session.cancel()
    session.endChanges()
  }

  private func isOver(_ session: BrowserSession, _ now: Duration) -> Bool {
    session.isOver(at: now, idle: limits.idle, age: limits.age)
  }

  // MARK: Time

  /// Removes the sessions that are over.
  private func sweep() {
    let now = clock.now
    let over = state.withLock { state in
      let over = state.sessions.filter { isOver($0.value, now) }
      for name in over.keys { state.sessions[name] = nil }
      return over.values
    }
    for session in over { close(session) }
  }

  /// Sweeps from time to time, while there are sessions.
  private func awaitSweep() {
    let pause = max(min(limits.idle, limits.age) / 4, .seconds(1))
    _ = clock.schedule(after: pause) { [weak self] in
      guard let self else { return }
      sweep()
      let continues = state.withLock { state in
        state.isSwept = !state.sessions.isEmpty
        return state.isSwept
      }
      if continues { awaitSweep() }
    }
  }
}

/// The limits of sessions.
struct ScreenLimits: Sendable {
  /// The maximum number of sessions.
  var sessions = 1_000
  /// The maximum time without a request.
  var idle = Duration.seconds(30 * 60)
  /// The maximum age.
  var age = Duration.seconds(24 * 60 * 60)
}
