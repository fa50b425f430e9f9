/// A step that wraps a `Startable` of the user's own type.
///
/// Such a type starts its `nextStep` itself when its work is done. While it works, its `nextStep` is a relay that notifies the
/// engine instead.
final class ForeignStep: AnyFlowStep {
  private let foreign: any Startable

  init(_ foreign: any Startable) {
    self.foreign = foreign
    super.init(
      identifier: foreign.identifier,
      work: { step, lane in unsafeDowncast(step, to: ForeignStep.self).start(in: lane) })
  }

  override var startable: any Startable { foreign }

  private func start(in lane: Lane) -> Progress {
    // `MainActor.preconditionIsolated` checks the same, but Linux drops its message.
    requireUse(
      DispatchFlowQueue.main.isCurrent,
      """
      Step '\(identifier)' has a custom type that conforms to Startable, and starts only on the main actor. Run the \
      flow on the main queue, or make the step a FlowStep.
      """)
    let handler = FlowStepHandler(Any.self, Void.self)
    let original = foreign.nextStep
    next = original.map(AnyFlowStep.of)
    let relay = Relay(identifier: identifier, handler: handler)
    relay.nextStep = original
    foreign.nextStep = relay
    handler.makeConnection().interruption = { [weak relay] in relay?.withdraw() }
    relay.withdraw = { [weak relay, foreign] in
      if let relay, foreign.nextStep === relay { foreign.nextStep = relay.nextStep }
    }
    let progress = attach(handler, in: lane)
    let foreign = UnsafeTransfer(foreign)
    MainActor.assumeIsolated { foreign.value.start() }
    return progress
  }

  /// The next step of a foreign step while it works.
  private final class Relay: Startable {
    let identifier: String
    var nextStep: (any Startable)?
    var withdraw: () -> Void = {}
    private var handler: FlowStepHandler<Any, Void>?

    init(identifier: String, handler: FlowStepHandler<Any, Void>) {
      self.identifier = identifier
      self.handler = handler
    }

    func start() {
      withdraw()
      withdraw = {}
      handler.take()?.complete(())
    }
  }
}
