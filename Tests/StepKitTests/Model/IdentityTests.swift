import StepKit
import Testing

@Suite("What is equal")
struct IdentityTests {
  /// Each group is of equal actions, and no two groups are.
  static let groups: [[StepAction]] = [
    [.button(), .button(title: "Next"), .button(completed: true), .button(title: "Next", completed: false)],
    [.button(title: "A")], [.button(title: "B")], [.button(title: "A", identifier: "")],
    [.button(title: "A", identifier: "1")],
    [.checkBox(), .checkBox(item: CheckBoxItem(title: "Mark as completed", completed: true))],
    [.checkBox(item: CheckBoxItem(title: "A"))], [.checkBox(item: CheckBoxItem(title: "A", identifier: "1"))],
    [.checkBoxGroup(items: [])],
    [
      .checkBoxGroup(items: [CheckBoxItem(title: "A")]),
      .checkBoxGroup(items: [CheckBoxItem(title: "A", completed: true)]),
    ],
    [.checkBoxGroup(items: [CheckBoxItem(title: "A"), CheckBoxItem(title: "B")])],
    [.checkBoxGroup(items: [CheckBoxItem(title: "A_B")])],
    [.timer(seconds: 12), .timer(seconds: 12, completedSeconds: 7)], [.timer(seconds: 13)],
    [.timer(seconds: 12, identifier: "1")],
    [.timer(seconds: 12, notification: TimerNotification(title: "A", subtitle: "B"))],
    [.timer(seconds: 12, notification: TimerNotification(title: "AB", subtitle: ""))],
    [.timer(seconds: .nan)],
    [.customTimer(), .customTimer(completed: true), .customTimer(seconds: 96, completedSeconds: 5)],
    [.customTimer(identifier: "1")],
    [.customTimer(notification: TimerNotification(title: "A", subtitle: "B"))],
    [.stepper(total: 3), .stepper(total: 3, completed: true), .stepper(total: 3, completedRepetitions: 1)],
    [.stepper(total: 3, title: "A")], [.stepper(total: 4)],
  ]

  @Test("is what was authored, whatever progress was made, and has the same id")
  func actions() {
    for (number, group) in Self.groups.enumerated() {
      for (otherNumber, other) in Self.groups.enumerated() {
        for left in group {
          for right in other {
            #expect((left == right) == (number == otherNumber), "\(left) and \(right)")
            #expect((left.id == right.id) == (number == otherNumber), "\(left) and \(right)")
            if left == right { #expect(left.hashValue == right.hashValue) }
          }
        }
      }
    }
  }

  @Test("of steps too, whose parts do not run together")
  func steps() {
    let step = Step(title: "ab", description: "c")
    #expect(step != Step(title: "a", description: "bc"))
    #expect(step.id != Step(title: "a", description: "bc").id)
    #expect(Step(title: "a", subtitle: "", description: "") != Step(title: "a", description: ""))
    #expect(Step(title: "a", subtitle: "", description: "").id != Step(title: "a", description: "").id)
    // A text cannot pass for the length and the text of the next part.
    #expect(Step(title: "a,1:b", description: "").id != Step(title: "a", subtitle: "b", description: "").id)
    var done = step
    done.completed = true
    #expect(done == step)
    #expect(done.id == step.id)
  }

  @Test("of texts that are spelt in two ways is the same in id as in Swift")
  func accents() {
    let (left, right) = (Step(title: "caf\u{e9}", description: ""), Step(title: "cafe\u{301}", description: ""))
    #expect(left == right)
    #expect(left.id == right.id)
  }

  @Test("has the same id in every run of every program")
  func stable() {
    // The base64 of "6:button,4:Next,-".
    #expect(StepAction.button().id == "NjpidXR0b24sNDpOZXh0LC0=")
    #expect(CheckBoxItem(title: "A").id == CheckBoxItem(title: "A", completed: true).id)
    #expect(TimerNotification(title: "A", subtitle: "B") != TimerNotification(title: "AB", subtitle: ""))
  }

  @Test("SK-21 an id can be read twice, also that of a custom timer without identifier")
  func twice() {
    let action = StepAction.customTimer()
    #expect(action.id == action.id)
    #expect(action.id == StepAction.customTimer().id)
  }
}
