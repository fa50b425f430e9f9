import FlowState
import Synchronization

/// A run of a flow in one browser: the screens that it shows, the requests that wait for them, and how it ended.
final class BrowserSession: Sendable {
  /// Work on the queue of a shown screen; it receives nil if the screen is gone.
  typealias Job = @Sendable (_ screen: BrowserScreen?) -> Void

  /// The end of a run.
  enum Ending: Sendable {
    case completed(PageText)
    case failed
    case cancelled
    /// The screen of a durable run has ended, or couldn't be shown.
    case answered(Result<Answering, any Error>)
  }

  /// The state of the result of a durable run's screen.
  enum Answering: Sendable {
    /// The run has taken it.
    case taken
    /// The step has refused it.
    case refused
    /// The visit was answered before, in another tab or at another process.
    case passed
    /// The person has left the screen. There is no result.
    case left
  }

  /// The relation of a posted form to the current screen.
  enum Standing: Equatable {
    case current
    /// The same button of the same page was pressed before.
    case repeated
    case late
  }

  private struct Shown {
    let id: Int
    /// Calls the screen on the queue of its run.
    let wake: @Sendable () -> Void
    var jobs: [Job] = []
  }

  private struct State {
    /// Cancels the run; nil before it begins and after it ends.
    var cancel: (@Sendable () -> Void)?
    var ending: Ending?
    var isEndingSeen = false
    var isCancelled = false
    /// The shown screens. The browser shows the last one.
    var shown: [Shown] = []
    var version = 1
    var nextID = 0
    /// The number of screens so far.
    var screens = 0
    /// Begins anywhere, so that a form of another session isn't one of this.
    var number = Int.random(in: 1...1 << 48)
    var latest: (number: Int, press: PostedScreen.Press)?
    var latestUse: Duration
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var followers: [Int: AsyncStream<Int>.Continuation] = [:]

    func hasTaken(_ post: PostedScreen) -> Bool {
      latest.map { $0.number == post.number && $0.press == post.press } ?? false
    }
  }

  /// The maximum number of open connections that follow the changes. A browser has six for each server.
  private static let mostFollowers = 4

  /// The random number of the start page that has begun the session.
  let page: String
  private let beginning: Duration
  private let state: Mutex<State>

  init(from page: String, at time: Duration) {
    self.page = page
    beginning = time
    state = Mutex(State(latestUse: time))
  }

  // MARK: The run

  /// Notes that the run has begun.
  ///
  /// - Parameter cancel: Cancels the run.
  func begin(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.ending == nil { state.cancel = cancel }
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Cancels the run.
  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }

  /// Notes how the run has ended.
  func end(_ ending: Ending) {
    let (jobs, waiters) = state.withLock { state in
      let jobs = state.shown.flatMap(\.jobs)
      let waiters = state.waiters.values
      state.ending = ending
      state.cancel = nil
      state.shown = []
      state.waiters = [:]
      return (jobs, Array(waiters))
    }
    for job in jobs { job(nil) }
    for waiter in waiters { waiter.resume() }
    noteChange()
  }

  /// The end of the run; nil while it is under way.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Whether the run has ended, and ``takeEnding()`` hasn't returned its end yet.
  var hasUnseenEnding: Bool { state.withLock { $0.ending != nil && !$0.isEndingSeen } }

  /// Returns the end of the run, once.
  func takeEnding() -> Ending? {
    state.withLock { state in
      guard let ending = state.ending, !state.isEndingSeen else { return nil }
      state.isEndingSeen = true
      return ending
    }
  }

  // MARK: Time

  /// Notes that the browser has asked for something.
  func touch(at time: Duration) { state.withLock { $0.latestUse = time } }

  /// Whether the session has been left alone for too long, or is too old. An open page that follows it uses it.
  func isOver(at time: Duration, idle: Duration, age: Duration) -> Bool {
    state.withLock { state in
      time - beginning >= age || state.followers.isEmpty && time - state.latestUse >= idle
    }
  }

  /// How much a full table needs the session: the smaller, the less. Nil if it must stay, because a person has pressed a button.
  var rank: (isUnderWay: Bool, latestUse: Duration)? {
    state.withLock { state in
      state.ending == nil && state.latest != nil ? nil : (state.ending == nil, state.latestUse)
    }
  }

  // MARK: Screens

  /// Adds a screen, which the browser shows from now on. Returns its number.
  func add(_ wake: @escaping @Sendable () -> Void) -> Int {
    let (id, waiters) = state.withLock { state in
      state.screens += 1
      state.number += 1
      state.shown.append(Shown(id: state.screens, wake: wake))
      let waiters = Array(state.waiters.values)
      state.waiters = [:]
      return (state.screens, waiters)
    }
    for waiter in waiters { waiter.resume() }
    noteChange()
    return id
  }

  /// Removes a screen. Returns its jobs, which have to be called with nil.
  func remove(_ id: Int) -> [Job] {
    let removed = state.withLock { state -> Shown? in
      guard let place = state.shown.firstIndex(where: { $0.id == id }) else { return nil }
      state.number += 1
      return state.shown.remove(at: place)
    }
    noteChange()
    return removed?.jobs ?? []
  }

  /// Takes the next job of a screen.
  func nextJob(of id: Int) -> Job? {
    state.withLock { state in
      guard let place = state.shown.firstIndex(where: { $0.id == id }), !state.shown[place].jobs.isEmpty else {
        return nil
      }
      return state.shown[place].jobs.removeFirst()
    }
  }

  /// Calls a closure with the shown screen, on the queue of its run. Returns nil if none is shown.
  func onScreen<Value: Sendable>(_ body: @escaping @Sendable (BrowserScreen) -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      let wake = state.withLock { state -> (@Sendable () -> Void)? in
        guard let place = state.shown.indices.last else { return nil }
        state.shown[place].jobs.append { continuation.resume(returning: $0.map(body)) }
        return state.shown[place].wake
      }
      if let wake { wake() } else { continuation.resume(returning: nil) }
    }
  }

  /// Waits until a screen is shown or the run has ended, but not for long.
  func settle(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      let waiter = state.withLock { state -> Int? in
        guard state.shown.isEmpty, state.ending == nil else { return nil }
        state.nextID += 1
        state.waiters[state.nextID] = continuation
        return state.nextID
      }
      guard let waiter else { return continuation.resume() }
      // The time in which a client gets a reply, whatever clock the run has.
      _ = MonotonicClock().schedule(after: limit) { [weak self] in
        self?.state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
      }
    }
  }

  // MARK: Presses

  /// The number of the shown screen, which forms carry.
  var number: Int { state.withLock { $0.number } }

  /// Makes the forms of earlier pages late.
  func changeNumber() { state.withLock { $0.number += 1 } }

  /// Whether a form repeats the latest press.
  func isRepeated(_ post: PostedScreen) -> Bool { state.withLock { $0.hasTaken(post) } }

  /// Returns what a form is to the screen of now. A current press makes other forms late.
  func standing(of post: PostedScreen) -> Standing {
    state.withLock { state in
      guard post.number == state.number else { return state.hasTaken(post) ? .repeated : .late }
      if post.press != .live {
        state.latest = (post.number, post.press)
        state.number += 1
      }
      return .current
    }
  }

  // MARK: Changes

  /// The number of changes so far.
  var version: Int { state.withLock { $0.version } }

  /// Whether an open page follows the changes.
  var isFollowed: Bool { state.withLock { !$0.followers.isEmpty } }

  /// Notes that the screen may look different.
  func noteChange() {
    state.withLock { state in
      state.version += 1
      for follower in state.followers.values { follower.yield(state.version) }
    }
  }

  /// Returns the numbers of the changes after a version; nil if too many pages follow already.
  func changes(after version: Int) -> AsyncStream<Int>? {
    let (changes, follower) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
    let outcome = state.withLock { state -> (id: Int, wake: (@Sendable () -> Void)?)? in
      guard state.followers.count < Self.mostFollowers else { return nil }
      state.nextID += 1
      state.followers[state.nextID] = follower
      if state.version != version { follower.yield(state.version) }
      return (state.nextID, state.shown.last?.wake)
    }
    guard let outcome else { return nil }
    follower.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.followers.removeValue(forKey: outcome.id) }
    }
    // A countdown is followed more closely from now on.
    outcome.wake?()
    return changes
  }

  /// Ends the connections that follow the changes.
  func endChanges() {
    let followers = state.withLock { Array($0.followers.values) }
    for follower in followers { follower.finish() }
  }
}
