import StepKit
import Testing

@Suite("Equality and ids")
struct IdentityTests {
  /// Groups of equal actions. Actions of different groups are unequal.
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

  @Test("Actions are equal and have one id if they were authored equal, whatever their progress")
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

  @Test("Steps differ by each of their parts, and not by their progress")
  func steps() {
    let step = Step(title: "ab", description: "c")
    #expect(step != Step(title: "a", description: "bc"))
    #expect(step.id != Step(title: "a", description: "bc").id)
    #expect(Step(title: "a", subtitle: "", description: "") != Step(title: "a", description: ""))
    #expect(Step(title: "a", subtitle: "", description: "").id != Step(title: "a", description: "").id)
    // A text can't imitate the length and the text of the next part.
    #expect(Step(title: "a,1:b", description: "").id != Step(title: "a", subtitle: "b", description: "").id)
    var done = step
    done.completed = true
    #expect(done == step)
    #expect(done.id == step.id)
  }

  @Test("Canonically equal texts make equal steps with the same id")
  func accents() {
    let (left, right) = (Step(title: "caf\u{e9}", description: ""), Step(title: "cafe\u{301}", description: ""))
    #expect(left == right)
    #expect(left.id == right.id)
  }

  @Test("An id is the same in every process")
  func stable() {
    // The base64 of "6:button,4:Next,-".
    #expect(StepAction.button().id == "NjpidXR0b24sNDpOZXh0LC0=")
    #expect(CheckBoxItem(title: "A").id == CheckBoxItem(title: "A", completed: true).id)
    #expect(TimerNotification(title: "A", subtitle: "B") != TimerNotification(title: "AB", subtitle: ""))
  }

  @Test("SK-21: An id is the same when it is read twice, also for a custom timer without an identifier")
  func twice() {
    let action = StepAction.customTimer()
    #expect(action.id == action.id)
    #expect(action.id == StepAction.customTimer().id)
  }
}
