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
    // The values that the closure captures belong to the main actor, so release them there.
    if let update = update.take() { DispatchFlowQueue.main.release(.passRetained(consume update)) }
  }

  /// Reports that the step's work is done. The step settles as completed.
  ///
  /// You can call this method from any thread, and inside the intent. The report belongs to one start of a step:
  ///
  /// - If a start waits for the handler, the report belongs to that start. There is one exception: the report arrives while
  ///   another intent of the same run executes, and that intent then returns the handler. In that case the report belongs to
  ///   the new start, and the start that waited is superseded.
  /// - If the handler has served no start, the report belongs to the first start whose intent returns the handler. If there
  ///   are several reports, the last one counts.
  /// - If the start has settled or was cancelled, the report belongs to a start whose intent was executing when the report
  ///   arrived and then returns the handler. If there is no such start, the report is an extra completion: the run of the
  ///   settled start ignores it and notifies its observer. A run that was started with `start()` accepts such a report when it
  ///   is at rest, because a screen can report again.
  ///
  /// The completion closure runs on the run's queue. If the caller is on that queue and the run isn't busy, it runs before
  /// this call returns; otherwise it runs later. It also runs later if the call is nested in the closures of 16 other runs
  /// that have completed each other in this way, which limits the depth of the stack. A long chain that follows can continue
  /// later, so that other work on the queue can run.
  ///
  /// - Parameter result: The result; nil if the work is done without a result.
  @inlinable
  public func complete(_ result: sending Result?) {
    // The result goes to exactly one place, at most once.
    nonisolated(unsafe) let result = result
    var storage = InlineStorage()
    storage.fill(with: result)
    report(ReportContents(storage: storage))
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

  override class func drop(_ storage: InlineStorage) {
    var storage = storage
    storage.clear(Result.self)
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
      receivesContent = update != nil
      // Without a closure, the run can be on any queue.
      guard let start = servedStart, newValue != nil || start.isHere else { return }
      FlowStepHandler.preconditionOnMain(start.isHere, start.name.identifier)
      if let attachment = start.attachment ?? start.lane.takeUnretainedValue().attach(self, for: start.visit) {
        attachment.setUpdate(update)
      }
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
    guard let start = servedStart else { return nil }
    requireUse(
      start.isHere,
      """
      The content of step '\(start.name.identifier)' was read off the queue of its run. A handler's content belongs to that queue; \
      on other threads, use only complete, fail and onCancel.
      """)
    let step =
      start.attachment == nil
      ? start.lane.takeUnretainedValue().step(in: start.visit) : start.attachment?.owner?.takeUnretainedValue()
    guard let step else { return nil }
    return unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent
  }
}

extension ServedStart {
  /// Whether the caller may use the state of the start's run.
  fileprivate var isHere: Bool { lane.takeUnretainedValue().run.eventLoop.isHere }
}
