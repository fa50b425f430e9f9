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
      perform: { step, command in command.ifStart { unsafeDowncast(step, to: ForeignStep.self).start(in: $0) } })
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
    (foreign.nextStep as? ForeignRelay)?.withdraw()
    next = foreign.nextStep.map(AnyFlowStep.of)
    let handler = FlowStepHandler(Any.self, Void.self)
    let relay = ForeignRelay(of: foreign, in: lane) { handler.complete(()) }
    lane.run.makeExtras().relays.append(relay)
    handler.makeConnection().interruption = { [weak relay] in relay?.withdraw() }
    let progress = attach(handler, in: lane)
    let foreign = UnsafeTransfer(foreign)
    MainActor.assumeIsolated { foreign.value.start() }
    return progress
  }
}
