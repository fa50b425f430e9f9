/// The start of a step, and its settlement with the report of its handler.
extension FlowStep {
  @inlinable @inline(__always)
  func start(in lane: Lane) -> Progress {
    let made: FlowStepHandler<Content, Result>?
    var operation: Operation<Content, Result>?
    if isIntentReleased { preconditionTakenApart() }
    intentCalls += 1
    switch intent {
    case .closure(let start): made = start(self)
    case .work(let start): made = start(self, lane)
    case .operation(let start): (made, operation) = (nil, start(self, lane))
    case .none: preconditionTakenApart()
    }
    intentHasBeenCalled()
    if let operation {
      lane.beginAwaiting(self, hosting: operation)
      // A lane that was closed meanwhile is about to cancel the operation, which receives no content then.
      if lane.isMoving { handOver(currentContent) }
      return .waiting
    }
    // Consumed, so that a handler that only the engine knows has one reference.
    guard var handler = consume made else {
      lane.intentHasReturned()
      if extras != nil { clearCancellation() }
      return settle(with: ReportContents(), in: lane)
    }
    guard extras == nil, lane.forgetsSettled, isKnownUniquelyReferenced(&handler), !handler.receivesContent,
      let report = handler.settleUnseen()
    else {
      return attach(handler, in: lane)
    }
    // The work was done inside the intent, and only a weak reference can still lead to the handler.
    lane.intentHasReturned()
    let progress = settle(with: report, in: lane)
    if report.failure == nil, !isKnownUniquelyReferenced(&handler) { lane.bindAfterwards(handler, to: self) }
    return progress
  }

  @inlinable
  func attach(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> Progress {
    if handler.receivesContent || lane.isOpen { makeAttachment(of: handler, in: lane) }
    let binding = lane.bind(handler, to: self)
    if extras != nil || lane.hasAwaitedWork { handOver(currentContent) }
    guard case .reported(let report, _) = binding else { return .waiting }
    return settle(with: report, in: lane)
  }

  /// Makes an attachment for a handler that stays connected with the step when it has reported.
  @usableFromInline
  func makeAttachment(of handler: FlowStepHandler<Content, Result>, in lane: Lane) {
    let attachment = Attachment(of: self, in: lane)
    if handler.receivesContent { handler.bringUpdate(to: attachment, of: self) }
  }

  @inlinable
  func conclude(with result: Result?) {
    if extras != nil { note(result) }
    collector?.collect(result, at: collectedPlace)
    if isCompleting { return completeInCall(with: result) }
    switch completion {
    case .closure(let body):
      isCompleting = true
      body(self, result)
      isCompleting = false
      if isCompletionChanged { changeCompletion() }
    case .none: break
    }
  }

  @usableFromInline
  func note(_ result: Result?) {
    (visit as? FlowStepVisit<Content, Result>)?.complete(result)
  }
}
