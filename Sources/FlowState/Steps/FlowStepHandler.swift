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
    if storage.isFilled { drop(storage) }
    // What the closure captures belongs to the main actor, and goes there.
    if let update = update.take() { DispatchFlowQueue.main.release(.passRetained(consume update)) }
  }

  /// Brings the update closure of the handler's owner to the attachment of a start that is about to bind the handler.
  @usableFromInline
  func bringUpdate(to attachment: Attachment, of step: AnyFlowStep) {
    guard isHeard else { return }
    FlowStepHandler.preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    attachment.setUpdate(update)
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

  /// Calls an update closure that an attachment holds. On the main queue.
  @usableFromInline
  static func call(_ update: AnyObject, with content: Content?, of step: AnyFlowStep) {
    preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    let body = unsafeDowncast(update, to: Update.self).body
    // The content belongs to the main queue, where the run of the step is.
    let content = UnsafeTransfer(content)
    MainActor.assumeIsolated { body(content.value) }
  }

  override func drop(_ storage: InlineStorage) {
    var storage = storage
    storage.clear(Result.self)
  }

  override func makeCarrier() -> AnyFlowStepHandler { FlowStepHandler() }

  override func makeLate(_ attachment: Attachment, _ storage: InlineStorage, _ failure: (any Error)?) -> LateReport {
    LateResult<Content, Result>(self, attachment, owning: storage, failure: failure)
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
      let attachment = attachment
      lock.unlock()
      // Without a closure a run may be anywhere.
      guard let attachment, newValue != nil || attachment.eventLoop.isHere else { return }
      FlowStepHandler.preconditionOnMain(attachment.eventLoop.isHere, attachment.identifier)
      attachment.setUpdate(update)
    }
  }

  /// What the step has handed over; nil until the handler has been returned by the intent, and when a later start of the
  /// step has another handler.
  ///
  /// Read it on the queue of the step's run; elsewhere it traps once a step has the handler. Content that is not `Sendable`
  /// is read from the step or in ``FlowStep/onContentUpdate(_:)``, where the compiler can see that it stays on the queue.
  public var content: Content? {
    lock.lock()
    let attachment = attachment
    lock.unlock()
    guard let attachment else { return nil }
    requireUse(
      attachment.eventLoop.isHere,
      """
      The content of step '\(attachment.identifier)' was read off the queue of its run. A handler's content belongs to that queue; \
      from other threads a handler may only be completed, failed, and told how to cancel the work.
      """)
    guard let step = attachment.owner?.takeUnretainedValue() else { return nil }
    return unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent
  }
}
