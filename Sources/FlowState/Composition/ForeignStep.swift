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
    (foreign.nextStep as? ForeignRelay)?.withdraw()
    next = foreign.nextStep.map(AnyFlowStep.of)
    let handler = FlowStepHandler(Any.self, Void.self)
    let relay = ForeignRelay(of: foreign, in: lane, handler)
    lane.run.makeExtras().relays.append(relay)
    handler.makeConnection().interruption = { [weak relay] in relay?.withdraw() }
    let progress = attach(handler, in: lane)
    let foreign = UnsafeTransfer(foreign)
    MainActor.assumeIsolated { foreign.value.start() }
    return progress
  }
}

/// The next step of a custom step while it works, and until its run rests or ends.
///
/// A custom step starts its next step itself when its work is done. It starts this object instead, which reports to the engine. So the
/// engine decides what a second start means, for instance of a button that is tapped twice.
final class ForeignRelay: Startable {
  let identifier: String
  var nextStep: (any Startable)?
  private weak var foreign: (any Startable)?
  private weak var lane: Lane?
  private let handler: FlowStepHandler<Any, Void>

  /// Takes the place of a custom step's next step.
  init(of foreign: any Startable, in lane: Lane, _ handler: FlowStepHandler<Any, Void>) {
    identifier = foreign.identifier
    nextStep = foreign.nextStep
    self.foreign = foreign
    self.lane = lane
    self.handler = handler
    foreign.nextStep = self
  }

  func start() {
    handler.complete(())
  }

  func serves(_ lane: Lane) -> Bool { self.lane === lane }

  /// Gives the custom step its own next step back, unless it has another one by now.
  func withdraw() {
    if let foreign, foreign.nextStep === self { foreign.nextStep = nextStep }
  }

  /// Gives the custom step its own next step back when a run has ended. A step that the run has taken apart doesn't
  /// become the next step, because a person can still tap.
  func withdraw(after run: Run) {
    if let step = nextStep as? AnyFlowStep, step.owner == run.identity { nextStep = nil }
    withdraw()
  }
}
