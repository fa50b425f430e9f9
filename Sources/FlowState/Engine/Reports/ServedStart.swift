/// A start of a step that a handler serves.
///
/// The handler owns a reference to the lane, and releases it. Unmanaged, because two threads use the
/// lane: automatic references cost 240 more instructions per step that waits for its own queue (S2).
struct ServedStart {
  let lane: Unmanaged<Lane>
  /// The number of the step's visit in the run of the lane.
  let visit: Int
  let name: StepName
  /// The attachment that the handler shares with the start, if the start needs one.
  let attachment: Attachment?

  /// Whether the lane waits for a report. You can read it on any thread.
  var isAwaited: Bool { lane._withUnsafeGuaranteedRef { $0.awaits(visit) } }

  /// Ends the connection of the start with the handler, which another start has bound. Called on the queue of that other start.
  /// Releases the lane.
  func loseHandler(isSuperseded: Bool) {
    let lane = lane.takeRetainedValue()
    attachment?.orphan()
    guard isSuperseded || attachment != nil else { return }
    let eventLoop = lane.run.eventLoop
    if CurrentThread.eventLoop === eventLoop {
      lane.handlerIsLost(visit, attachment, isSuperseded)
    } else {
      // In a turn of its own queue, which also releases what the attachment holds.
      eventLoop.postLater(
        ClosureMessage { [visit, attachment] in lane.handlerIsLost(visit, attachment, isSuperseded) })
    }
  }

  /// Ends the start as abandoned, if its lane waits, because the last owner of the handler releases it.
  func handlerIsReleased(isServing: Bool) {
    attachment?.orphan()
    let isAbandoned = isServing && isAwaited
    guard isAbandoned || attachment?.reportsRelease ?? false else { return }
    let lane = lane.takeUnretainedValue()
    let release = ClosureMessage { [visit, name, attachment] in
      attachment?.handlerIsReleased()
      lane.abandon(visit, of: name)
    }
    // In a turn, because a closure would otherwise run inside the statement that released the handler.
    if isAbandoned { lane.run.eventLoop.postLater(release) } else { lane.run.eventLoop.post(release) }
  }
}
