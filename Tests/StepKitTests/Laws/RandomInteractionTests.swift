import FlowJSON
import FlowState
import FlowStateTesting
import StepKit
import TestSupport
import Testing

@Suite("Random interactions with a list of steps")
struct RandomInteractionTests {
  @Test(
    "No two steps are current, no progress is lost, and the list can be finished",
    .usesOneThread, arguments: 0..<10)
  func sequences(hundred: UInt64) {
    for seed in hundred * 100..<hundred * 100 + 100 {
      var trial = Trial(seed: seed)
      let fault = trial.run()
      #expect(fault == nil, "seed \(seed)")
    }
  }
}

/// One list of random steps, and random interactions with it.
private struct Trial {
  private var generator: SeededGenerator
  private let clock = ManualClock()
  private var view: StepFlowView
  /// The most progress that each step has had.
  private var reached: [Double]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var steps: [Step] = []
    for _ in 0..<Int.random(in: 0..<8, using: &generator) { steps.append(generator.step()) }
    self.generator = generator
    view = StepFlowView(steps: steps, clock: clock)
    reached = view.steps.map { Self.progress(of: $0.action) }
  }

  /// Returns a description of the first fault, or nil.
  mutating func run() -> String? {
    for _ in 0..<40 {
      interact()
      if let fault = check() { return fault }
    }
    // Now performs offers until the list is finished.
    for _ in 0..<200 {
      view.settle()
      guard let offer = view.offers.last else { break }
      if let refusal = view.perform(interaction(for: offer)) { return "offered, but refused: \(refusal)" }
      if let deadline = view.nextDeadline { clock.advance(by: deadline - clock.now) }
      if let fault = check() { return fault }
    }
    return view.isFinished && view.steps.allSatisfy(\.completed) ? nil : "no end"
  }

  private mutating func interact() {
    let index: Int? = Bool.random(using: &generator) ? nil : Int.random(in: -1..<9, using: &generator)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: view.perform(.press, on: index)
    case 1, 2: view.perform(.tick(item: Int.random(in: -1..<4, using: &generator)), on: index)
    case 3: view.perform(.advance, on: index)
    case 4, 5: view.perform(.start, on: index)
    case 6: view.perform(.pause, on: index)
    case 7: view.perform(.pick(seconds: Double.random(in: -10..<4000, using: &generator)), on: index)
    case 8: view.toggle(Int.random(in: -1..<9, using: &generator))
    case 9: view.enterBackground()
    case 10: view.becomeActive()
    case 11: clock.advance(by: .milliseconds(Int.random(in: 0..<30_000, using: &generator)))
    case 12: view.settle()
    default:
      guard let steps = try? Step.list(json: JSONElement(.array(view.snapshot().map(\.json)))) else { return }
      view = StepFlowView(steps: steps, clock: clock)
    }
  }

  private func interaction(for offer: StepOffer) -> StepInteraction {
    switch offer {
    case .press: .press
    case .tick(let item): .tick(item: item)
    case .advance: .advance
    case .start: .start
    case .pause: .pause
    case .resume: .resume
    case .pick: .pick(seconds: 60)
    }
  }

  private mutating func check() -> String? {
    let statuses = view.steps.indices.map { view.status(of: $0) }
    if statuses.filter({ $0 == .current }).count > 1 { return "two current steps" }
    if statuses.firstIndex(of: .current) != view.steps.firstIndex(where: { !$0.isCompleted }) { return "wrong step" }
    if statuses.firstIndex(of: .current) != view.currentIndex { return "wrong position" }
    for (index, step) in view.snapshot().enumerated() {
      let progress = Self.progress(of: step.action)
      // Progress that is written and read again is exact to the nanosecond.
      if progress < reached[index] - 1e-6 { return "step \(index) fell from \(reached[index]) to \(progress)" }
      reached[index] = max(reached[index], progress)
    }
    return nil
  }

  /// The progress of an action as a number, which must not decrease.
  private static func progress(of action: StepAction) -> Double {
    if action.isCompleted { return 1e9 }
    switch action {
    case .button, .checkBox: return 0
    case .checkBoxGroup(let items): return Double(items.filter { $0.completed == true }.count)
    case .timer(_, let done, _, _): return done ?? 0
    case .customTimer(_, _, _, let seconds, let done):
      return min(done ?? 0, CustomDuration.roundingDown(seconds ?? 0))
    case .stepper(_, _, _, let done): return Double(done ?? 0)
    }
  }
}
