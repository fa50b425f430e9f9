/// The message that a handler which has settled has reported again.
///
/// If the step was being started again and has the same handler, it is that start's early report. Else an open run at rest
/// takes it and moves on; in any other state it is reported as an extra completion.
@usableFromInline
class Repetition: Message {
  private let handler: AnyFlowStepHandler
  private let link: Link
  /// The visit by which the step was being started again, else 0.
  private let visit: Int
  private let failure: (any Error)?

  @usableFromInline
  init(_ handler: AnyFlowStepHandler, _ link: Link, during visit: Int, failure: (any Error)?) {
    self.handler = handler
    self.link = link
    self.visit = visit
    self.failure = failure
  }

  @usableFromInline
  final override func deliver() {
    link.lane?.receiveAgain(handler, link, during: visit, failure: failure) { finish($0) }
  }

  /// Calls the step's completion closure.
  func finish(_ step: AnyFlowStep) {}
}

/// A repetition that carries a result.
@usableFromInline
final class ResultRepetition<Content, Result>: Repetition {
  private var result: Result?

  @usableFromInline
  init(_ handler: AnyFlowStepHandler, _ link: Link, during visit: Int, _ result: Result?) {
    self.result = result
    super.init(handler, link, during: visit, failure: nil)
  }

  override func finish(_ step: AnyFlowStep) {
    let step = unsafeDowncast(step, to: FlowStep<Content, Result>.self)
    step.conclude(with: result)
  }
}
