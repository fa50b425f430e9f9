/// The lanes that can move. Only the delivering thread uses them, except through `wakeFromOutside`.
extension EventLoop {
  /// Moves a lane as soon as the executing closure has returned.
  func wake(_ lane: Lane) {
    if let earlier = first {
      ready.append(earlier.takeUnretainedValue())
      release(earlier)
    }
    first = retained(lane)
  }

  /// Whether a lane can move.
  var hasReady: Bool { first != nil || !ready.isEmpty }

  /// Takes the lane that moves next, for the caller to release.
  func popReady() -> Unmanaged<Lane>? {
    guard let lane = first else { return ready.popLast().map { retained($0) } }
    first = nil
    return lane
  }

  /// Moves a lane soon, even if the caller is another run on the same queue.
  func wakeFromOutside(_ lane: Lane) {
    if isDelivering { wake(lane) } else { post(ClosureMessage { lane.run.eventLoop.wake(lane) }) }
  }

  /// What the event loop does when nothing of a finished run is on the engine's stack.
  enum Afterward {
    /// Ends a run that has departed.
    case end(Run, any RunCompletion)
    /// Releases lanes.
    case release([Lane])
  }

  func afterward(_ action: Afterward) {
    afterwards.append(action)
  }

  /// Moves lanes until no lane can move or messages must come first. A busy chain must not delay a cancellation.
  func moveLanes() {
    var delivered = 0
    repeat {
      while requests == 0 {
        if let consequence = consequences.popFirst() {
          consequence.deliver()
          if delivered < 16 { delivered += 1 }
        } else if delivered < 16, allowance > 0, let lane = popReady() {
          if lane._withUnsafeGuaranteedRef({ $0.move() }) {
            wake(lane.takeUnretainedValue())
            // Messages are next. Only the engine's own reports still come before them.
            delivered = .max
          }
          release(lane)
        } else {
          break
        }
      }
      setLane(nil)
      if afterwards.isEmpty { return }
      var actions = afterwards
      afterwards = []
      // The oldest first.
      actions.reverse()
      while let action = actions.popLast() {
        if case .end(let run, let completion) = action { run.finish(completion) }
      }
    } while true
  }
}
