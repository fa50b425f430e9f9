import Synchronization

/// The ticket by which a step's work reports back.
///
/// An intent makes a handler, or takes one from the screen that it shows, and returns it. The code that does the work
/// completes it, from any thread. The handler belongs to its owner: when the last owner lets go of it without having
/// completed it, the step ends as abandoned.
///
/// ```swift
/// let network = FlowStep(Any.self, String.self, identifier: "Network") { _ in
///   let handler = FlowStepHandler(Any.self, String.self)
///   DispatchQueue.global().async { handler.complete("an answer") }
///   return handler
/// }
/// ```
///
/// A handler serves one start at a time: the latest one whose intent has returned it, in whatever step, run and queue. A start
/// that still waited for the handler then ends as superseded.
public final class FlowStepHandler<Content, Result>: AnyFlowStepHandler, @unchecked Sendable {
  fileprivate final class Update: Sendable {
    let body: @MainActor (Content?) -> Void

    init(_ body: @escaping @MainActor (Content?) -> Void) {
      self.body = body
    }
  }

  /// What is called with new content. Guard: the main actor.
  @exclusivity(unchecked) fileprivate var update: Update?
  /// Whether there is an update closure; read by every thread.
  fileprivate let hasUpdate = Atomic<Bool>(false)

  /// Whether the handler's owner is to see content.
  @usableFromInline var isHeard: Bool { hasUpdate.load(ordering: .acquiring) }

  /// Makes a handler that no step has yet.
  ///
  /// - Parameters:
  ///   - content: The type that the step hands over; `Any.self` for none.
  ///   - result: The type that the work yields.
  @inlinable
  public init(_ content: Content.Type = Content.self, _ result: Result.Type = Result.self) {
    super.init()
  }

  deinit {
    if room.isFilled { drop(room) }
    // What the closure captures belongs to the main actor, and goes there.
    if let update = update.take() { DispatchFlowQueue.main.release(.passRetained(consume update)) }
  }

  /// Reports that the step's work is done; the step settles as completed.
  ///
  /// May be called from any thread, also inside the intent. Which start the report belongs to:
  ///
  /// - If a start waits for the handler, that start. There is one exception: the report comes while another intent of the same
  ///   run executes, and that intent then returns the handler. The report belongs to the new start, and the one that waited
  ///   is superseded.
  /// - If no start has had the handler yet, the first one whose intent returns it. The last of several reports counts.
  /// - If the start has settled, or was cancelled, the start whose intent was executing when the report came and then returns
  ///   the handler. If there is none, the report is extra: it is ignored, and the observer of the settled start's run is told.
  ///   Only a run that was started by `start()` accepts it, when it is at rest: there a screen may report again.
  ///
  /// The completion closure runs on the run's queue: before this call returns if the caller is on that queue and the run is
  /// not busy, else later. It is later, too, if the call comes out of the closures of 16 other runs that have completed each
  /// other in this way, because the stack has an end. A long chain that follows may go on later, so that others get the queue.
  ///
  /// - Parameter result: What the work yields; nil if it has finished without a result.
  @inlinable
  public func complete(_ result: sending Result?) {
    // The result goes to exactly one place, at most once.
    nonisolated(unsafe) let result = result
    var room = Room()
    room.fill(with: result)
    report(room, failure: nil)
  }

  /// Brings the update closure of the handler's owner to the link of a start that is about to bind the handler.
  @usableFromInline
  func bringUpdate(to link: Link, of step: AnyFlowStep) {
    guard isHeard else { return }
    FlowStepHandler.preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    link.setUpdate(update)
  }

  /// Traps unless a run with a handler that has an update closure executes on the main actor.
  fileprivate static func preconditionOnMain(_ isOnMain: Bool, _ step: @autoclosure () -> String) {
    requireUse(
      isOnMain,
      """
      The handler that step '\(step())' returned has a contentUpdateHandler, which belongs to the main actor, but the step's \
      run is on another queue. Set onContentUpdate on the step instead.
      """)
  }

  /// Calls an update closure that a link holds. On the main queue.
  @usableFromInline
  static func call(_ update: AnyObject, with content: Content?, of step: AnyFlowStep) {
    preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    let body = unsafeDowncast(update, to: Update.self).body
    // The content belongs to the main queue, where the run of the step is.
    let content = Transfer(content)
    MainActor.assumeIsolated { body(content.value) }
  }

  override func drop(_ room: Room) {
    var room = room
    room.clear(Result.self)
  }

  override func makeCarrier() -> AnyFlowStepHandler { FlowStepHandler() }

  override func makeLate(_ link: Link, _ room: Room, _ failure: (any Error)?) -> LateReport {
    LateResult<Content, Result>(self, link, owning: room, failure: failure)
  }
}

extension FlowStepHandler where Content: Sendable {
  /// The closure that is called after the step has handed over new content: once when the step starts, also with nil, and then
  /// at each change, also to an equal value, until a later start of the step has another handler.
  ///
  /// It is for screens, which live on the main actor, and so it is called on the main actor. A handler with such a closure can
  /// serve runs on the main queue only; a run on another queue traps. Code that runs elsewhere sets
  /// ``FlowStep/onContentUpdate(_:)`` on the step; so does code whose content is not `Sendable`, because a screen shares what it
  /// gets with the main actor, and a run may yield it to somebody else.
  ///
  /// Source: `contentUpdateHandler` of the original FlowState.
  @MainActor public var contentUpdateHandler: (@MainActor (_ content: Content?) -> Void)? {
    get { update?.body }
    set {
      update = newValue.map { Update($0) }
      hasUpdate.store(update != nil, ordering: .releasing)
      lock.lock()
      let link = link
      lock.unlock()
      // Without a closure a run may be anywhere.
      guard let link, newValue != nil || link.conductor.isHere else { return }
      FlowStepHandler.preconditionOnMain(link.conductor.isHere, link.identifier)
      link.setUpdate(update)
    }
  }

  /// What the step has handed over; nil until the handler has been returned by the intent, and when a later start of the
  /// step has another handler.
  ///
  /// Read it on the queue of the step's run; elsewhere it traps once a step has the handler. Content that is not `Sendable`
  /// is read from the step or in ``FlowStep/onContentUpdate(_:)``, where the compiler can see that it stays on the queue.
  public var content: Content? {
    lock.lock()
    let link = link
    lock.unlock()
    guard let link else { return nil }
    requireUse(
      link.conductor.isHere,
      """
      The content of step '\(link.identifier)' was read off the queue of its run. A handler's content belongs to that queue; \
      from other threads a handler may only be completed, failed, and told how to cancel the work.
      """)
    guard let step = link.owner?.takeUnretainedValue() else { return nil }
    return unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent
  }
}
