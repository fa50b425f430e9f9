/// The steps that a run has to take apart when it ends.
///
/// Steps made by the builder are kept until then, so that an unowned capture of one never dangles. Steps made along the way
/// live as long as something links to them. They are only remembered, because a cycle among them would outlive the run; and
/// those that the run has never come near may be somewhere else by now, and are left alone.
struct RunSteps {
  private struct Remembered {
    weak var step: AnyFlowStep?
  }

  /// Whether steps that are made now are made by the builder.
  var isBuilding = false

  private var hasEnded = false
  private var lastBuilt: AnyFlowStep?
  private var madeAlongTheWay: [Remembered] = []
  private var tidyAt = 64

  /// Takes note of a step that a closure of the run has made.
  mutating func note(_ step: AnyFlowStep, madeBy eventLoop: EventLoop) {
    guard !hasEnded else { return }
    if isBuilding {
      step.owningLoop = eventLoop
      step.madeBefore = lastBuilt
      lastBuilt = step
    } else {
      if madeAlongTheWay.count >= tidyAt {
        madeAlongTheWay.removeAll { $0.step == nil }
        tidyAt = max(64, madeAlongTheWay.count * 2)
      }
      madeAlongTheWay.append(Remembered(step: step))
    }
  }

  /// Takes every step of the run apart: closures, contents and links go, and with them every cycle.
  mutating func dismantle() {
    hasEnded = true
    var last = lastBuilt.take()
    while let step = last {
      last = step.madeBefore.take()
      step.dismantle()
    }
    let remembered = madeAlongTheWay
    madeAlongTheWay = []
    for reference in remembered {
      if let step = reference.step, step.owningLoop != nil { step.dismantle() }
    }
  }
}
