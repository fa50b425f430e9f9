import FlowStateTesting
import StepKit

extension SeededGenerator {
  mutating func step() -> Step {
    Step(
      title: text(), subtitle: Bool.random(using: &self) ? text() : nil, description: text(), action: action())
  }

  private mutating func action() -> StepAction {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: .button(title: text(), completed: flag(), identifier: maybeText())
    case 1: .checkBox(item: item())
    case 2: .checkBoxGroup(items: (0..<Int.random(in: 0..<4, using: &self)).map { _ in item() })
    case 3:
      .timer(
        seconds: seconds(), completedSeconds: Bool.random(using: &self) ? seconds() : nil, identifier: maybeText(),
        notification: notification())
    case 4:
      .customTimer(
        identifier: maybeText(), notification: notification(), completed: flag(),
        seconds: Bool.random(using: &self) ? seconds() : nil,
        completedSeconds: Bool.random(using: &self) ? seconds() : nil)
    default:
      .stepper(
        total: Int.random(in: -1..<5, using: &self), title: text(), completed: flag(),
        completedRepetitions: Bool.random(using: &self) ? Int.random(in: -1..<5, using: &self) : nil)
    }
  }

  private mutating func item() -> CheckBoxItem {
    CheckBoxItem(title: text(), completed: flag(), identifier: maybeText())
  }

  private mutating func notification() -> TimerNotification? {
    Bool.random(using: &self) ? TimerNotification(title: text(), subtitle: text()) : nil
  }

  private mutating func text() -> String {
    let letters = ["a", "é", "\"", "\\", "\n", " ", "🍩", "0", ":", ",", "日"]
    return (0..<Int.random(in: 0..<5, using: &self)).map { _ in letters.randomElement(using: &self) ?? "" }.joined()
  }

  private mutating func maybeText() -> String? { Bool.random(using: &self) ? text() : nil }

  private mutating func flag() -> Bool? { [true, false, nil, nil].randomElement(using: &self) ?? nil }

  private mutating func seconds() -> Double { Double(Int.random(in: -4..<400, using: &self)) / 4 }
}
