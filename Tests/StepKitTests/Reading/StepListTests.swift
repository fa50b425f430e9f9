import FlowJSON
import Foundation
import StepKit
import Testing

@Suite("A list of steps from data")
struct StepListTests {
  @Test("SK-02: A list makes a flow view whose first step is current")
  func flow() throws {
    let text = """
      [{"title":"A","description":"a","action":{"timer":{"seconds":300}}},
       {"title":"B","description":"b","action":{"button":{"title":"Next"}}},
       {"title":"C","description":"c","action":{"timer":{"seconds":3600}}}]
      """
    let view = try StepFlowView(data: Data(text.utf8))
    #expect(view.steps.map(\.title) == ["A", "B", "C"])
    #expect(view.steps.indices.map { view.status(of: $0) } == [.current, .locked, .locked])
  }

  @Test("SK-08: A list can be empty and is finished then")
  func empty() throws {
    let view = try StepFlowView(data: Data("[]".utf8))
    #expect(view.steps.isEmpty)
    #expect(view.isFinished)
    #expect(view.currentIndex == nil)
    #expect(
      view.perform(.press)?.description == "All steps are completed.")
  }

  @Test(
    "SK-07: Every invalid list is refused with one error, and Step.list(from:) describes the fault",
    arguments: [
      ("{}", "This is not a list of steps. Line 1, column 1, at $: expected an array of steps, found an empty object."),
      (
        #"[{"title":"A"}]"#,
        "This is not a list of steps. Line 1, column 2, at $[0].description: expected a string, found nothing."
      ),
      (
        #"[{"title":"A","description":"B","action":{"buttons":{}}}]"#,
        #"This is not a list of steps. Line 1, column 42, at $[0].action: expected an action with exactly one of button, checkBox, checkBoxGroup, timer, customTimer, stepper, found an object with "buttons"."#
      ),
      (
        #"[{"title":"A","description":"B"},\#n{"title":"A","description":"B","action":{"button":{},"timer":{"seconds":1}}}]"#,
        #"This is not a list of steps. Line 2, column 41, at $[1].action: expected an action with exactly one of button, checkBox, checkBoxGroup, timer, customTimer, stepper, found an object with "button", "timer"."#
      ),
    ])
  func faults(text: String, words: String) {
    #expect(throws: StepKitError.invalidJSONData) { try StepFlowView(data: Data(text.utf8)) }
    #expect { try Step.list(from: Data(text.utf8)) } throws: { "\($0)" == words }
  }

  @Test("SK-07: Data that is not JSON is refused", arguments: ["nonsense", "", "[", "\u{0}", "[1,]x"])
  func noJSON(text: String) {
    #expect(throws: StepKitError.invalidJSONData) { try StepFlowView(data: Data(text.utf8)) }
    #expect {
      try Step.list(from: Data(text.utf8))
    } throws: { error in
      guard case StepListError.notJSON(let cause) = error else { return false }
      return "\(error)" == "This is not JSON. \(cause)"
    }
  }

  @Test("Data nested 200,000 levels deep is refused without a crash")
  func deep() {
    let data = Data((String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)).utf8)
    #expect(throws: StepKitError.invalidJSONData) { try StepFlowView(data: data) }
  }

  @Test("An error of a list has what was expected, what was found, and where")
  func parts() {
    let position = JSONPosition(line: 1, column: 2, offset: 1)
    let location = JSONLocation().index(3)
    let type = StepListError.notSteps(JSONTypeError(at: location, expected: "a", found: "b"), position)
    #expect(type.expected == "a" && type.found == "b" && type.position == position && type.location == location)
    let syntax = StepListError.notJSON(JSONSyntaxError(at: position, expected: "c", found: "d"))
    #expect(syntax.expected == "c" && syntax.found == "d" && syntax.position == position && syntax.location == nil)
    #expect(StepKitError.invalidJSONData.description == "The data is not a JSON list of steps.")
  }

  @Test("A list is the same after it is written and read, including its progress")
  func writing() throws {
    let steps = [Step(title: "A", description: "B", action: .timer(seconds: 2.5, completedSeconds: 1))]
    let text =
      #"[{"action":{"timer":{"completedSeconds":1,"seconds":2.5}},"description":"B","title":"A"}]"#
    #expect(String(decoding: Step.data(of: steps), as: UTF8.self) == text)
    #expect(try Step.list(from: Step.data(of: steps)).map(\.json) == steps.map(\.json))
    #expect(try Step.list(from: Step.data(of: [])).isEmpty)
  }
}
