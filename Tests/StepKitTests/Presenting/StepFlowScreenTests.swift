import FlowScreens
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import StepKit

@Suite("StepFlowScreen")
struct StepFlowScreenTests {
  private static let steps = [
    Step(title: "Milk", subtitle: "a cup", description: "Warm it.", action: .button(title: "Warm")),
    Step(
      title: "Dough", description: "Mix it.",
      action: .checkBoxGroup(items: [CheckBoxItem(title: "Flour"), CheckBoxItem(title: "Eggs")])),
    Step(
      title: "Rest", description: "Wait.",
      action: .timer(seconds: 90, notification: TimerNotification(title: "Ready", subtitle: "Go on"))),
    Step(title: "Knead", description: "Fold it.", action: .stepper(total: 2)),
    Step(title: "Bake", description: "Into the oven.", action: .customTimer()),
  ]

  private let clock = ManualClock()
  private let notices = StepNotices()

  private func screen(_ steps: [Step] = steps) -> StepFlowScreen {
    StepFlowScreen(StepFlowView(steps: steps, clock: clock, notifications: notices), title: "Doughnuts")
  }

  private func lines(_ screen: StepFlowScreen, width: Int = 40) -> [String] { screen.layout.laidOut(width: width).text }

  private func perform(_ line: String, on screen: StepFlowScreen) -> ScreenReply {
    CommandTable(screen.commands, common: []).perform(line)
  }

  @Test("The screen shows the current step completely and the others on one line each")
  func drawing() {
    let screen = screen()
    #expect(
      lines(screen) == [
        "Doughnuts", "0 of 5 done ░░░░░░░░░░░░░░░░░░░░░░░   0%", "▶ 1 Milk", "  a cup", "  Warm it.", "  [ Warm ]",
        "· 2 Dough",
        "· 3 Rest", "· 4 Knead", "· 5 Bake",
      ])
    #expect(perform("press", on: screen) == .done)
    #expect(
      lines(screen, width: 13) == [
        "Doughnuts", "1 of 5 done", "█░░░░░░░  20%", "✓ 1 Milk – a…", "▶ 2 Dough", "  Mix it.", "  [ ] Flour",
        "  [ ] Eggs",
        "· 3 Rest", "· 4 Knead", "· 5 Bake",
      ])
  }

  @Test("Commands complete steps of every kind")
  func commands() {
    let screen = screen()
    func done(_ commands: String...) {
      for line in commands { #expect(perform(line, on: screen) == .done, "\(line)") }
    }
    done("press", "tick 2")
    #expect(lines(screen).contains("  [x] Eggs"))
    done("tick", "start")
    #expect(lines(screen).contains("  1m 30s ░░░░░░░░░░░░░░░░░░░░░░░░░░   0%"))
    clock.advance(by: .seconds(45))
    done("pause")
    #expect(lines(screen).contains("  45s ██████████████░░░░░░░░░░░░░░░  50%"))
    done("resume")
    clock.advance(by: .seconds(45))
    // The notification appears only when the screen is notified that time has passed.
    #expect(!lines(screen).contains { $0.contains("Ready") })
    screen.timePassed()
    #expect(
      lines(screen).suffix(3) == [
        "┌─ Ready ──────────────────────────────┐", "│ Go on                                │",
        "└──────────────────────────────────────┘",
      ])
    #expect(lines(screen).contains("  Repetitions: 1 of 2"))
    done("advance", "advance", "pick 1m 40s")
    #expect(lines(screen).contains { $0.hasPrefix("  1m 36s ") })
    done("pick 5", "pick 12", "start")
    clock.advance(by: .seconds(12))
    #expect(!screen.isFinished)
    screen.timePassed()
    #expect(screen.isFinished)
    #expect(lines(screen)[1].hasSuffix("100%"))
  }

  @Test(
    "A wrong command is answered with what is possible now",
    arguments: [
      ("start", "'start' is not possible now. Now you can: tick, expand, help."),
      ("tick", "'' is not the number of an item. Now you can: tick 1, tick 2."),
      ("tick x", "'x' is not the number of an item. Now you can: tick 1, tick 2."),
      ("tick 9", "Step 2 has no item 9: it has 2. Possible now: tick 1, tick 2."),
      (
        "tick 99999999999999999999", "'99999999999999999999' is not the number of an item. Now you can: tick 1, tick 2."
      ),
      (
        "expand 3",
        "Step 3 is not completed: only completed steps can be expanded or collapsed. Possible now: tick 1, tick 2."
      ),
      ("expand x", "'x' is not the number of a step. The steps are 1 to 5."),
      ("press it", "'press' is not possible now. Now you can: tick, expand, help."),
    ])
  func wrong(line: String, answer: String) {
    let screen = screen()
    _ = perform("press", on: screen)
    #expect(perform(line, on: screen) == .refused(answer))
  }

  @Test("The command expand expands and collapses a completed step")
  func expanding() {
    let screen = screen()
    _ = perform("press", on: screen)
    #expect(perform("expand 1", on: screen) == .done)
    #expect(lines(screen)[2...3] == ["✓ 1 Milk – a cup", "  Warm it."])
    #expect(perform("expand 1", on: screen) == .done)
    #expect(lines(screen)[2...3] == ["✓ 1 Milk – a cup", "▶ 2 Dough"])
  }

  @Test("Replaced steps are drawn again, also where their statuses are the same")
  func replaced() {
    let screen = screen()
    _ = perform("press", on: screen)
    #expect(lines(screen)[2...4] == ["✓ 1 Milk – a cup", "▶ 2 Dough", "  Mix it."])
    var steps = screen.view.steps.map { step in
      var step = step
      step.title += "!"
      return step
    }
    screen.view.replace(steps)
    #expect(
      lines(screen).suffix(7) == [
        "▶ 2 Dough!", "  Mix it.", "  [ ] Flour", "  [ ] Eggs", "· 3 Rest!", "· 4 Knead!", "· 5 Bake!",
      ])
    #expect(lines(screen)[2] == "✓ 1 Milk! – a cup")
    steps.removeLast()
    screen.view.replace(steps)
    #expect(lines(screen).last == "· 4 Knead!")
  }

  @Test(
    "Commands read durations and refuse invalid ones",
    arguments: [
      ("90", 90.0), ("90s", 90), ("5m", 300), ("1h", 3600), ("1m 30s", 90), ("0", 0), ("", nil), ("m", nil),
      ("-5", nil),
      ("five", nil), ("5x", nil), ("99999999999", nil),
    ] as [(String, Double?)])
  func times(text: String, seconds: Double?) {
    #expect(StepFlowCommands.seconds(text) == seconds)
  }

  @Test("Elements perform the actions of steps, and a ticked item cannot be ticked again")
  func elements() throws {
    let screen = screen()
    func element(_ id: String) -> LayoutElement? { screen.layout.element(id) }
    guard case .button(let press)? = element("press")?.kind else { throw CancellationError() }
    press()
    guard case .toggle(_, let set)? = element("item-1")?.kind else { throw CancellationError() }
    set(true)
    #expect(element("item-1")?.isEnabled == false)
    set(true)
    set(false)
    #expect(screen.view.currentIndex == 1)
  }

  @Test("The screen asks to be drawn again when the text of its running countdown changes")
  func time() {
    let screen = screen([Self.steps[2]])
    #expect(screen.nextChange == nil)
    _ = perform("start", on: screen)
    #expect(screen.nextChange == .seconds(1))
    clock.advance(by: .milliseconds(300))
    #expect(screen.nextChange == .milliseconds(700))
  }

  @Test("The screen draws an empty list, which is finished, and a list of 10,000 steps")
  func sizes() {
    #expect(screen([]).isFinished)
    #expect(lines(screen([])) == ["Doughnuts", "There are no steps."])
    let many = screen((0..<10_000).map { Step(title: "Step \($0)", description: "Do it.") })
    #expect(lines(many).count == 10_004)
  }
}
