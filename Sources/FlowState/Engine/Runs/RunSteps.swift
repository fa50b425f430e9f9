/// The steps that a run takes apart when it ends.
///
/// The run keeps the steps that its builder made until then, so that an unowned capture of one never dangles. Steps that its
/// other closures make live as long as another object refers to them. The run only remembers them weakly, to take a cycle
/// among them apart. Steps that the run has never reached may be elsewhere by now, so the run doesn't change them.
struct RunSteps {
  private var lastBuilt: AnyFlowStep?
  /// Nil when the run has ended.
  private var madeAlongTheWay: WeakList<AnyFlowStep>? = WeakList()

  private var hasEnded: Bool { madeAlongTheWay == nil }

  /// Keeps a step that the builder has made, until the run ends.
  mutating func keep(_ step: AnyFlowStep, ownedBy eventLoop: EventLoop, in owner: UInt) {
    guard !hasEnded else { return }
    step.makingLoop = .passRetained(eventLoop)
    step.owner = owner
    step.madeBefore = lastBuilt.take()
    lastBuilt = step
  }

  /// Records a step that a closure of the run has made.
  func note(_ step: AnyFlowStep, madeBy eventLoop: EventLoop) {
    if !hasEnded { step.makingLoop = .passRetained(eventLoop) }
  }

  /// Remembers a step that a closure has made along the way, because the run starts it or can reach it. Returns false if the run
  /// has ended.
  mutating func remember(_ step: AnyFlowStep) -> Bool {
    guard !hasEnded else { return false }
    madeAlongTheWay?.append(step)
    return true
  }

  /// The steps that the builder has made, the latest first.
  var built: some Sequence<AnyFlowStep> {
    sequence(state: lastBuilt) { next in
      defer { next = next?.madeBefore }
      return next
    }
  }

  /// Takes every step of the run apart: releases closures, contents and next steps, and so breaks every cycle.
  mutating func dismantle() {
    var others = madeAlongTheWay.take()
    var last = lastBuilt.take()
    while let step = consume last {
      last = step.madeBefore.take()
      step.dismantle()
    }
    for step in others?.take() ?? [] { step.dismantle() }
  }
}
