/// The message that a handler which has settled has reported again.
///
/// An open run at rest takes it and moves on; in any other state it is reported as an extra completion.
@usableFromInline
class Repetition: Message {
  final let link: Link
  private let failure: (any Error)?

  @usableFromInline
  init(_ link: Link, failure: (any Error)?) {
    self.link = link
    self.failure = failure
  }

  @usableFromInline
  final override func deliver() {
    link.lane?.receiveAgain(link, failure: failure) { finish($0) }
  }

  /// Calls the step's completion closure.
  func finish(_ step: AnyFlowStep) {}
}

/// A repetition that carries a result.
@usableFromInline
final class ResultRepetition<Content, Result>: Repetition {
  private var result: Result?

  @usableFromInline
  init(_ link: Link, _ result: Result?) {
    self.result = result
    super.init(link, failure: nil)
  }

  override func finish(_ step: AnyFlowStep) {
    let step = unsafeDowncast(step, to: FlowStep<Content, Result>.self)
    step.conclude(with: result)
  }
}
