public import Synchronization

/// The ticket by which a step's work reports back.
///
/// An intent makes a handler, or takes one from the screen that it shows, and returns it. Whoever does the work completes
/// it, from any thread. The handler belongs to its owner: when the last owner lets go of it without having completed it,
/// the step ends as abandoned.
///
/// ```swift
/// let network = FlowStep(Any.self, String.self, identifier: "Network") { _ in
///   let handler = FlowStepHandler(Any.self, String.self)
///   DispatchQueue.global().async { handler.complete("an answer") }
///   return handler
/// }
/// ```
public final class FlowStepHandler<Content, Result>: AnyFlowStepHandler, @unchecked Sendable {
  /// What is called with new content, until the handler is attached; then its link has it.
  @usableFromInline @exclusivity(unchecked) var pendingUpdate: ((Content?) -> Void)?

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
    if room.isFilled { clearResult() }
  }

  /// Reports that the step's work is done; the step settles as completed.
  ///
  /// May be called from any thread, also inside the intent. The completion closure runs on the run's queue: before this
  /// call returns if the caller is on that queue and the run is not busy, else later. Later, too, if the call comes out of the
  /// closures of 16 other runs that have completed each other so: the stack has an end. A chain that follows may go on later,
  /// so that others get the queue. If the step has settled already, the report is ignored and the run's observer is told,
  /// except at rest in a run that was started by `start()`: there a screen may report again.
  ///
  /// - Parameter result: What the work yields; nil if it has finished without a result.
  @inlinable
  public func complete(_ result: sending Result?) {
    // A report goes to exactly one of the two closures, at most once.
    nonisolated(unsafe) let result = result
    report { handler in
      let handler = unsafeDowncast(handler, to: FlowStepHandler<Content, Result>.self)
      handler.clearResult()
      handler.room.fill(with: result)
      handler.failure = nil
    } again: { link, visit in
      link.conductor.post(ResultRepetition<Content, Result>(self, link, during: visit, result))
    }
  }

  /// What is called, on the run's queue, after the step has handed over new content: once when the step starts, also with
  /// nil, and then at each change, also to an equal value, until a later start of the step has another handler.
  ///
  /// Set it on the queue of the step's run: inside the intent, or on the main actor if the step runs there. Anything else
  /// would share what the closure captures between threads, and traps.
  public var contentUpdateHandler: ((Content?) -> Void)? {
    get {
      guard hasHome else { return nil }
      preconditionHome()
      guard let update = contentLink?.update ?? pendingUpdate else { return nil }
      // Weak: a closure that wraps this one and takes its place must not keep the handler alive.
      return { [weak self] content in
        guard let self else { return }
        preconditionHome()
        update(content)
      }
    }
    set {
      preconditionHome()
      if let contentLink { contentLink.setUpdate(newValue) } else { pendingUpdate = newValue }
    }
  }

  @inlinable var contentLink: ContentLink<Content>? {
    link.map { unsafeDowncast($0, to: ContentLink<Content>.self) }
  }

  /// Whether nothing was reported after the first report, by somebody who holds the handler weakly.
  @inlinable var isUntouched: Bool {
    ticket.load(ordering: .relaxed) == Ticket(.early).word
  }

  /// Whether the work has reported and nobody has asked to see the content.
  @inlinable var isNobodyElses: Bool {
    Ticket(word: ticket.load(ordering: .acquiring)) == Ticket(.early) && link == nil && pendingUpdate == nil
  }

  @inlinable
  func takeResult() -> Result? { room.take(Result.self) }

  @inlinable
  override func clearResult() {
    room.clear(Result.self)
  }
}

extension FlowStepHandler where Content: Sendable {
  /// What the step has handed over; nil until the handler has been returned by the intent, and when a later start of the
  /// step has another handler.
  ///
  /// Read it on the queue of the step's run; elsewhere it traps once the handler is attached. Content that is not
  /// `Sendable` is read from the step or in ``contentUpdateHandler``, where the compiler can see that it stays on the queue.
  public var content: Content? {
    guard hasHome else { return nil }
    preconditionHome()
    guard let step = contentLink?.owner?.takeUnretainedValue() else { return nil }
    return unsafeDowncast(step, to: FlowStep<Content, Result>.self).currentContent
  }
}
