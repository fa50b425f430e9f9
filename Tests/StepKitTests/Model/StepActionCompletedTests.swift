import FlowJSON
import StepKit
import Testing

@Suite("Completion of actions")
struct StepActionCompletedTests {
  static let table: [(StepAction, Bool)] = [
    (.button(), false), (.button(completed: false), false), (.button(completed: true), true),
    (.checkBox(), false), (.checkBox(item: CheckBoxItem(title: "a", completed: true)), true),
    (.checkBoxGroup(items: [CheckBoxItem(title: "a", completed: true), CheckBoxItem(title: "b")]), false),
    (.checkBoxGroup(items: []), true),
    (.timer(seconds: 10, completedSeconds: 10), true), (.timer(seconds: 10, completedSeconds: 8), false),
    (.timer(seconds: 10, completedSeconds: 12), true), (.timer(seconds: 0), true), (.timer(seconds: -1), true),
    (.timer(seconds: .nan), true), (.timer(seconds: 10), false),
    (.customTimer(), false), (.customTimer(completed: true), true),
    (.customTimer(seconds: 96, completedSeconds: 95), false), (.customTimer(seconds: 96, completedSeconds: 96), true),
    (.customTimer(seconds: 0, completedSeconds: 0), false),
    (.stepper(total: 3), false), (.stepper(total: 3, completed: true), true),
    (.stepper(total: 3, completedRepetitions: 2), false), (.stepper(total: 3, completedRepetitions: 3), true),
    (.stepper(total: 0, completedRepetitions: 0), false),
  ]

  @Test("SK-11: The progress of an action decides whether it is completed", arguments: table)
  func get(action: StepAction, completed: Bool) {
    #expect(action.isCompleted == completed)
    #expect(Step(title: "A", description: "B", action: action).isCompleted == completed)
  }

  @Test("StepKit's property completed reads and sets the same value as isCompleted", arguments: table)
  func stepKitName(action: StepAction, completed: Bool) {
    #expect(action.completed == completed)
    var step = Step(title: "A", description: "B", action: action)
    #expect(step.completed == completed)
    for value in [true, false] {
      var action = action
      step.completed = value
      action.completed = value
      #expect(step.isCompleted == action.isCompleted)
      if value { #expect(step.isCompleted) }
    }
  }

  @Test("Completion can be set and cleared, except for an action without work", arguments: table.map(\.0))
  func set(action: StepAction) {
    var step = Step(title: "A", description: "B", action: action)
    step.isCompleted = true
    #expect(step.isCompleted)
    #expect(step.action == action)
    step.isCompleted = false
    #expect(step.action == action)
    switch action {
    case .checkBoxGroup(let items) where items.isEmpty: #expect(step.isCompleted)
    case .timer(let seconds, _, _, _) where !(seconds > 0): #expect(step.isCompleted)
    default: #expect(!step.isCompleted)
    }
  }

  @Test("Completing a timer sets its whole time, and completing a group sets all of its items")
  func values() {
    var timer = StepAction.timer(seconds: 10, completedSeconds: 3)
    timer.completed = true
    #expect(timer.json == ["timer": ["seconds": 10, "completedSeconds": 10]])
    timer.completed = false
    #expect(timer.json == ["timer": ["seconds": 10]])
    var group = StepAction.checkBoxGroup(items: [CheckBoxItem(title: "a"), CheckBoxItem(title: "a")])
    group.completed = true
    #expect(
      group.json == [
        "checkBoxGroup": ["items": [["title": "a", "completed": true], ["title": "a", "completed": true]]]
      ])
  }
}
