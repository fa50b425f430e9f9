import Synchronization

/// An object with which a step's work reports its result.
///
/// An intent makes a handler, or gets one from the screen that it shows, and returns it. The code that does the work completes
/// the handler, from any thread. The owner of the handler must keep it: if the last owner releases it before it is completed,
/// the step ends as abandoned.
///
/// ```swift
/// let network = FlowStep(Any.self, String.self, identifier: "Network") { _ in
///   let handler = FlowStepHandler(Any.self, String.self)
///   DispatchQueue.global().async { handler.complete("an answer") }
///   return handler
/// }
/// ```
///
/// A handler serves one start at a time: the latest start whose intent returned it, in any step, run and queue. A start that
/// still waits for the handler then ends as superseded.
public final class FlowStepHandler<Content, Result>: AnyFlowStepHandler, @unchecked Sendable {
  fileprivate final class Update: Sendable {
    let body: @MainActor (Content?) -> Void

    init(_ body: @escaping @MainActor (Content?) -> Void) {
      self.body = body
    }
  }

  /// The closure that receives new content. Guarded by the main actor.
  ///
  /// An ``Update`` whose type is erased: to release a field of a type that depends on its parameters, a generic class looks up
  /// that type each time, even if the field is nil.
  @exclusivity(unchecked) fileprivate var update: AnyObject?

  /// Whether the handler's owner receives content.
  @usableFromInline var isHeard: Bool { hasUpdate.load(ordering: .acquiring) }

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - content: The type of the step's content; `Any.self` if there is no content.
  ///   - result: The type of the result.
  @inlinable
  public init(_ content: Content.Type = Content.self, _ result: Result.Type = Result.self) {
    super.init()
  }

  deinit {
    if storage.isFilled { drop(storage) }
    // The values that the closure captures belong to the main actor, so release them there.
    if let update = update.take() { DispatchFlowQueue.main.release(.passRetained(consume update)) }
  }

  /// Copies the owner's update closure to the attachment of a start that is about to bind the handler.
  @usableFromInline
  func bringUpdate(to attachment: Attachment, of step: AnyFlowStep) {
    FlowStepHandler.preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    attachment.setUpdate(update)
  }

  /// Traps if the handler has an update closure and its run isn't on the main queue.
  fileprivate static func preconditionOnMain(_ isOnMain: Bool, _ step: @autoclosure () -> String) {
    requireUse(
      isOnMain,
      """
      The handler that step '\(step())' returned has a contentUpdateHandler, which belongs to the main actor, but the step's \
      run is on another queue. Set onContentUpdate on the step instead.
      """)
  }

  /// Calls an attachment's update closure. Called on the main queue.
  @usableFromInline
  static func call(_ update: AnyObject, with content: Content?, of step: AnyFlowStep) {
    preconditionOnMain(DispatchFlowQueue.main.isCurrent, step.identifier)
    let body = unsafeDowncast(update, to: Update.self).body
    // The content belongs to the main queue, like the step's run.
    let content = UnsafeTransfer(content)
    MainActor.assumeIsolated { body(content.value) }
  }

  override func drop(_ storage: InlineStorage) {
    var storage = storage
    storage.clear(Result.self)
  }

  override func makeCarrier() -> AnyFlowStepHandler { FlowStepHandler() }

  override func makeLate(_ storage: InlineStorage, _ failure: (any Error)?) -> LateReport {
    LateResult<Content, Result>(self, owning: storage, failure: failure)
  }
}

extension FlowStepHandler where Content: Sendable {
  /// The closure that receives new content from the step.
  ///
  /// The run calls it once when the step starts, even if the content is nil, and then each time the content is set, even to an
  /// equal value. The calls end when a later start of the step has another handler.
  ///
  /// The closure is for screens and runs on the main actor. A handler with this closure can serve only runs on the main queue;
  /// a run on another queue traps. Use ``FlowStep/onContentUpdate(_:)`` on other queues, and for content that isn't
  /// `Sendable`: a screen shares its content with the main actor, and a run may return the same content to its caller.
  ///
  /// As in the original FlowState: `contentUpdateHandler`.
  @MainActor public var contentUpdateHandler: (@MainActor (_ content: Content?) -> Void)? {
    get { update.map { unsafeDowncast($0, to: Update.self).body } }
    set {
      update = newValue.map { Update($0) }
      hasUpdate.store(update != nil, ordering: .releasing)
      // Without a closure, the run can be on any queue.
      guard let start = served, newValue != nil || start.isHere else { return }
      FlowStepHandler.preconditionOnMain(start.isHere, start.name.identifier)
      if let attachment = start.attachment ?? start.lane.attach(self, for: start.visit) { attachment.setUpdate(update) }
    }
  }

  /// The content of the step that waits for the handler; nil if no step does.
  ///
  /// In an open run, and for a handler with a ``contentUpdateHandler``, the content stays available after the step has
  /// completed, until a later start of the step has another handler.
  ///
  /// Read it on the queue of the step's run. After the intent has returned the handler, reading it elsewhere traps. Read
  /// content that isn't `Sendable` from the step, or use ``FlowStep/onContentUpdate(_:)``, where the compiler can check that
  /// it stays on the queue.
  public var content: Content? {
    guard let start = served else { return nil }
    requireUse(
      start.isHere,
      """
      The content of step '\(start.name.identifier)' was read off the queue of its run. A handler's content belongs to that queue; \
      on other threads, use only complete, fail and onCancel.
      """)
    let step =
      start.attachment == nil ? start.lane.step(in: start.visit) : start.attachment?.owner?.takeUnretainedValue()
    guard let step else { return nil }
    return unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent
  }
}

extension AnyFlowStepHandler {
  /// The start that a handler serves.
  fileprivate struct ServedStart {
    let lane: Lane
    let visit: Int
    let name: StepName
    let attachment: Attachment?

    /// Whether the caller may use the state of the start's run.
    var isHere: Bool { lane.run.eventLoop.isHere }
  }

  /// The start that the handler serves; nil before the first one.
  fileprivate final var served: ServedStart? {
    lock.lock()
    defer { lock.unlock() }
    return lane.map {
      ServedStart(lane: $0.takeUnretainedValue(), visit: visit, name: name, attachment: attachment)
    }
  }
}
