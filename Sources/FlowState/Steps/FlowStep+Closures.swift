/// The closures of a step. Calls don't retain a closure, so it stays the same while a call is on the stack.
extension FlowStep {
  /// The closure that starts the step's work. Not copyable, so that a call borrows the closure instead of retaining it.
  @usableFromInline
  enum Intent: ~Copyable {
    /// The user's intent closure.
    case closure((FlowStep) -> FlowStepHandler<Content, Result>?)
    /// Work of the engine, which needs the lane that the step starts in.
    case work((FlowStep, Lane) -> FlowStepHandler<Content, Result>)
    /// Work of an operator, which completes the step without a handler.
    case operation((FlowStep, Lane) -> Operation<Content, Result>)
    /// The step has been taken apart.
    case none

    /// Takes the closure. Always inlined, because a method of its own looks up the types, and so does `swap`.
    @inline(__always)
    mutating func take() -> Intent {
      let taken = consume self
      self = .none
      return taken
    }
  }

  /// Receives the result and chooses the next step. Not copyable, as above.
  @usableFromInline
  enum Completion: ~Copyable {
    case closure((FlowStep, Result?) -> Void)
    case none

    /// Sets another closure, and returns the one before.
    @inlinable @inline(__always)
    mutating func exchange(_ completion: consuming Completion) -> Completion {
      let earlier = consume self
      self = completion
      return earlier
    }
  }

  private typealias Replacement = ClosureBox<(FlowStep, Result?) -> Void>

  /// Whether the step can start, because it hasn't been taken apart.
  var hasIntent: Bool {
    switch intent {
    case .none: false
    default: !isIntentReleased
    }
  }

  /// Whether an operator does the work of the step.
  @inlinable var isOperator: Bool {
    switch intent {
    case .operation: true
    default: false
    }
  }

  var hasCompletion: Bool {
    switch completion {
    case .none: false
    case .closure: true
    }
  }

  /// The closures, for the release of a long chain.
  var closures: Any {
    let started: Any? =
      switch intent {
      case .closure(let start): start
      case .work(let start): start
      case .operation(let start): start
      case .none: nil
      }
    return switch completion {
    case .closure(let finish): (started, finish)
    case .none: (started, nil as Any?)
    }
  }

  // Releasing a closure can run code that uses the step. So the closure is released last, after the step has changed.

  /// Sets the completion closure, and then releases the previous one.
  @inlinable
  func change(_ completion: consuming Completion) {
    _ = self.completion.exchange(completion)
  }

  /// Replaces the completion closure. If a call of it is on the stack, it stays until the call is over.
  @inlinable
  func replaceCompletion(with body: @escaping (FlowStep, Result?) -> Void) {
    if isCompleting { replaceLater(body) } else { change(.closure(body)) }
  }

  /// Replaces the completion closure when the call of it is over.
  @usableFromInline
  func replaceLater(_ body: @escaping (FlowStep, Result?) -> Void) {
    makeExtras().replacement = Replacement(body)
    isCompletionChanged = true
  }

  /// Calls the completion closure inside a call of it, which another event loop of the same thread has made.
  @usableFromInline
  func completeInCall(with result: Result?) {
    guard !isCompletionChanged else {
      guard let replacement = extras?.replacement else { return }
      return unsafeDowncast(replacement, to: Replacement.self).body(self, result)
    }
    switch completion {
    case .closure(let body): body(self, result)
    case .none: break
    }
  }

  /// Changes the completion closure after the call in which it was replaced or removed.
  @usableFromInline
  func changeCompletion() {
    isCompletionChanged = false
    guard let replacement = extras?.replacement else { return change(.none) }
    extras?.replacement = nil
    change(.closure(unsafeDowncast(replacement, to: Replacement.self).body))
  }

  /// Records that a call of the intent is over.
  @inlinable @inline(__always)
  func intentHasBeenCalled() {
    intentCalls -= 1
    if isIntentReleased { releaseIntent() }
  }

  /// Releases the intent, unless a call of it is on the stack.
  @usableFromInline
  func releaseIntent() {
    isIntentReleased = intentCalls > 0
    guard intentCalls == 0 else { return }
    _ = intent.take()
  }

  /// Releases the closures and what they work with, because the step is released or taken apart.
  func releaseClosures() {
    releaseIntent()
    if isCompleting { isCompletionChanged = true } else { change(.none) }
    collector = nil
    storage.clear(Content.self)
  }
}
