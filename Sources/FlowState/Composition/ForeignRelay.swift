/// The next step of a custom step while it works, and until its run rests or ends.
///
/// A custom step starts its next step itself when its work is done. It starts this object instead, which reports to the engine. So the
/// engine decides what a second start means, for instance of a button that is tapped twice.
final class ForeignRelay: Startable {
  let identifier: String
  var nextStep: (any Startable)?
  private weak var foreign: (any Startable)?
  private weak var lane: Lane?
  private let complete: () -> Void

  /// Takes the place of a custom step's next step.
  ///
  /// - Parameters:
  ///   - foreign: The custom step.
  ///   - lane: The lane in which the step has started.
  ///   - complete: Reports that the work of the step is done.
  init(of foreign: any Startable, in lane: Lane, complete: @escaping () -> Void) {
    identifier = foreign.identifier
    nextStep = foreign.nextStep
    self.foreign = foreign
    self.lane = lane
    self.complete = complete
    foreign.nextStep = self
  }

  func start() {
    complete()
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
