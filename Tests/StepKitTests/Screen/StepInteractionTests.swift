import StepKit
import Testing

@Suite("An interaction with a step")
struct StepInteractionTests {
  static let interactions: [StepInteraction] = [
    .press, .tick(item: 0), .advance, .start, .pause, .resume, .pick(seconds: 60),
  ]
  static let actions: [StepAction] = [
    .button(), .checkBox(), .checkBoxGroup(items: [CheckBoxItem(title: "a")]), .timer(seconds: 5), .customTimer(),
    .stepper(total: 2),
  ]

  @Test("SK-13: An interaction with a locked step is refused and changes nothing", arguments: actions, interactions)
  func locked(action: StepAction, interaction: StepInteraction) {
    let bench = StepListHarness(.button(), action)
    let refusal = bench.view.perform(interaction, on: 1)
    #expect(refusal?.description == "Step 2 is locked: step 1 comes first. Possible now: press.")
    #expect(bench.view.steps[1].action.json == action.json)
    #expect(bench.changes.isEmpty)
  }

  @Test("An interaction with a completed step is refused and changes nothing", arguments: actions, interactions)
  func completed(action: StepAction, interaction: StepInteraction) {
    var done = action
    done.completed = true
    let bench = StepListHarness(done, .button())
    #expect(
      bench.view.perform(interaction, on: 0)?.description == "Step 1 is completed already. Possible now: press.")
    #expect(bench.view.steps[0].action.json == done.json)
    #expect(bench.changes.isEmpty)
  }

  @Test(
    "An interaction that does not fit the action is refused with a description, and only then", arguments: actions,
    interactions)
  func matching(action: StepAction, interaction: StepInteraction) {
    let bench = StepListHarness(action)
    let refusal = bench.view.perform(interaction)
    let allowed: [StepInteraction]
    let noun: String
    switch action {
    case .button: (allowed, noun) = ([.press], "a button")
    case .checkBox: (allowed, noun) = ([.tick(item: 0)], "a check box")
    case .checkBoxGroup: (allowed, noun) = ([.tick(item: 0)], "a group of check boxes")
    case .timer: (allowed, noun) = ([.start, .pause, .resume], "a timer")
    case .customTimer: (allowed, noun) = ([.start, .pause, .resume, .pick(seconds: 60)], "a custom timer")
    case .stepper: (allowed, noun) = ([.advance], "a stepper")
    }
    let text = refusal.map { "\($0)" } ?? ""
    if allowed.contains(interaction) {
      #expect(!text.contains("it is"))
    } else {
      let offers = bench.view.offers.map(\.description).joined(separator: ", ")
      #expect(text == "Step 1 cannot be \(Self.participle(interaction)): it is \(noun). Possible now: \(offers).")
      #expect(bench.changes.isEmpty)
    }
  }

  private static func participle(_ interaction: StepInteraction) -> String {
    switch interaction {
    case .press: "pressed"
    case .tick: "ticked"
    case .advance: "advanced"
    case .start: "started"
    case .pause: "paused"
    case .resume: "resumed"
    case .pick: "given a duration"
    }
  }

  @Test("Items are ticked by position, in any order, also with equal titles")
  func ticking() {
    let items = [CheckBoxItem(title: "a"), CheckBoxItem(title: "a"), CheckBoxItem(title: "b", completed: true)]
    let bench = StepListHarness(.checkBoxGroup(items: items))
    #expect(bench.view.perform(.tick(item: 1)) == nil)
    #expect(
      bench.view.perform(.tick(item: 1))?.description
        == "Item 2 of step 1 is ticked already. Possible now: tick 1.")
    #expect(
      bench.view.perform(.tick(item: 3))?.description == "Step 1 has no item 4: it has 3. Possible now: tick 1.")
    #expect(bench.view.perform(.tick(item: .max))?.reason == .noSuchItem(.max, count: 3))
    #expect(bench.view.perform(.tick(item: -1))?.description == "Step 1 has no item 0: it has 3. Possible now: tick 1.")
    #expect(bench.changes == [.progressed(step: 0)])
    #expect(bench.view.perform(.tick(item: 0)) == nil)
    #expect(bench.changes == [.progressed(step: 0), .completed(step: 0), .finished])
  }

  @Test("A list skips a group that is empty or completely ticked")
  func skippedGroups() {
    let bench = StepListHarness(
      .checkBoxGroup(items: []), .checkBoxGroup(items: [CheckBoxItem(title: "a", completed: true)]), .button())
    #expect(bench.view.currentIndex == 2)
  }

  @Test("SK-14: A stepper advances as often as its total and completes once")
  func stepping() {
    let bench = StepListHarness(.stepper(total: 3))
    var labels: [String?] = []
    for _ in 0..<3 {
      labels.append(bench.view.stepView(at: 0).control?.label)
      #expect(bench.view.perform(.advance) == nil)
    }
    #expect(labels == ["Next", "Next", "Done"])
    #expect(bench.changes == [.progressed(step: 0), .progressed(step: 0), .completed(step: 0), .finished])
    #expect(
      bench.view.steps[0].action.json == StepAction.stepper(total: 3, completed: true, completedRepetitions: 3).json)
  }

  @Test("An interaction with a missing step is refused", arguments: [-1, 2, .max, .min])
  func nowhere(index: Int) {
    let bench = StepListHarness(.button(), .button())
    #expect(bench.view.perform(.press, on: index)?.reason == .noSuchStep(count: 2))
    #expect(bench.changes.isEmpty)
  }

  @Test("A refusal describes its reason and what is possible now")
  func words() {
    let bench = StepListHarness(.timer(seconds: 5), .customTimer())
    let view = bench.view
    #expect(view.perform(.pause)?.description == "The timer of step 1 is not running. Possible now: start.")
    view.perform(.start)
    #expect(view.perform(.start)?.description == "The timer of step 1 is running already. Possible now: pause.")
    view.perform(.pause)
    #expect(view.perform(.press)?.description == "Step 1 cannot be pressed: it is a timer. Possible now: resume.")
    view.perform(.resume)
    bench.pass(.seconds(5))
    #expect(
      view.perform(.start)?.description == "The timer of step 2 has no duration yet. Possible now: pick a duration.")
    view.perform(.pick(seconds: 60))
    #expect(
      view.perform(.pause)?.description == "The timer of step 2 is not running. Possible now: pick a duration, start.")
    view.perform(.start)
    #expect(
      view.perform(.pick(seconds: 6))?.description
        == "The duration of step 2 cannot change: its timer was started. Possible now: pause.")
    #expect(StepFlowView(steps: []).toggle(0)?.description == "There is no step 1: the list is empty.")
  }
}
