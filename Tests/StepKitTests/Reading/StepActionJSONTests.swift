import FlowJSON
import Foundation
import StepKit
import Testing

@Suite("An action as JSON")
struct StepActionJSONTests {
  @Test(
    "SK-04, SK-05, SK-06: An action is read with defaults, also in older shapes, and written in the newer one",
    arguments: [
      (#"{"button":{}}"#, #"{"button":{"title":"Next"}}"#),
      (#"{"button":{"title":null,"completed":false}}"#, #"{"button":{"completed":false,"title":"Next"}}"#),
      (#"{"checkBox":{}}"#, #"{"checkBox":{"item":{"title":"Mark as completed"}}}"#),
      (#"{"checkBox":{"item":null}}"#, #"{"checkBox":{"item":{"title":"Mark as completed"}}}"#),
      (#"{"checkBox":{"title":"X"}}"#, #"{"checkBox":{"item":{"title":"X"}}}"#),
      (
        #"{"checkBox":{"title":"X","completed":true,"identifier":"i"}}"#,
        #"{"checkBox":{"item":{"completed":true,"identifier":"i","title":"X"}}}"#
      ),
      (
        #"{"checkBox":{"title":"X","completed":true,"item":{"title":"Y"}}}"#,
        #"{"checkBox":{"item":{"title":"Y"}}}"#
      ),
      (#"{"checkBox":{"title":"X","item":null}}"#, #"{"checkBox":{"item":{"title":"X"}}}"#),
      (
        #"{"checkBoxGroup":{"items":["a",{"title":"b","completed":true}]}}"#,
        #"{"checkBoxGroup":{"items":[{"title":"a"},{"completed":true,"title":"b"}]}}"#
      ),
      (#"{"timer":{"seconds":12.0}}"#, #"{"timer":{"seconds":12}}"#),
      (
        #"{"timer":{"seconds":1.5,"completedSeconds":0.5}}"#, #"{"timer":{"completedSeconds":0.5,"seconds":1.5}}"#
      ),
      (#"{"customTimer":{}}"#, #"{"customTimer":{}}"#),
      (
        #"{"customTimer":{"completed":true,"seconds":96,"completedSeconds":96}}"#,
        #"{"customTimer":{"completed":true,"completedSeconds":96,"seconds":96}}"#
      ),
      (#"{"stepper":{"total":3}}"#, #"{"stepper":{"title":"Repetitions","total":3}}"#),
      (
        #"{"stepper":{"total":3.0,"title":"Stir","completedRepetitions":2}}"#,
        #"{"stepper":{"completedRepetitions":2,"title":"Stir","total":3}}"#
      ),
      (#"{"button":{},"colour":7}"#, #"{"button":{"title":"Next"}}"#),
    ])
  func shapes(text: String, written: String) throws {
    #expect(try encode(decode(StepAction.self, text)) == written)
  }

  @Test("SK-05: A group is not completed while one of its items is not")
  func group() throws {
    let action = try decode(StepAction.self, #"{"checkBoxGroup":{"items":["a",{"title":"b","completed":true}]}}"#)
    guard case .checkBoxGroup(let items) = action else {
      Issue.record("no group")
      return
    }
    #expect(items.map(\.title) == ["a", "b"])
    #expect(items.map { $0.completed == true } == [false, true])
    #expect(!action.completed)
  }

  @Test(
    "SK-09: An invalid action is refused with a decoding error at its path",
    arguments: [
      (#"{"timer":{"seconds":"12"}}"#, "typeMismatch timer.seconds Double"),
      (#"{"timer":{"seconds":null}}"#, "valueNotFound timer.seconds Double"),
      (#"{"timer":{}}"#, "keyNotFound timer seconds"),
      (
        #"{"timer":{"seconds":1,"notification":{"title":"A"}}}"#,
        "keyNotFound timer.notification subtitle"
      ),
      (#"{"stepper":{"total":3.5}}"#, "typeMismatch stepper.total Int"),
      (#"{"stepper":{"total":1e300}}"#, "typeMismatch stepper.total Int"),
      (#"{"stepper":{"total":true}}"#, "typeMismatch stepper.total Int"),
      (#"{"stepper":{"total":null}}"#, "valueNotFound stepper.total Int"),
      (#"{"checkBoxGroup":{}}"#, "keyNotFound checkBoxGroup items"),
      (#"{"checkBoxGroup":{"items":null}}"#, "valueNotFound checkBoxGroup.items Array<Any>"),
      (#"{"checkBox":{"item":"X"}}"#, "typeMismatch checkBox.item Dictionary<String, Any>"),
      (#"{"checkBox":{"item":{}}}"#, "keyNotFound checkBox.item title"),
      (#"{"button":{"completed":1}}"#, "typeMismatch button.completed Bool"),
      (#"{"button":null}"#, "valueNotFound button Dictionary<String, Any>"),
      ("{}", "typeMismatch  StepAction"),
      (#"{"buttons":{}}"#, "typeMismatch  StepAction"),
      (#"{"button":{},"timer":{"seconds":1}}"#, "typeMismatch  StepAction"),
      (#""button""#, "typeMismatch  StepAction"),
    ])
  func faults(text: String, error: String) {
    #expect(decodingError(StepAction.self, text) == error)
  }

  @Test(
    "The error for an invalid action lists the actions and names what was found",
    arguments: [
      ("{}", "an empty object"), (#"{"buttons":{},"countDown":1}"#, #"an object with "buttons", "countDown""#),
      (#"{"timer":{},"x":1,"button":{}}"#, #"an object with "button", "timer""#), ("5", "the integer 5"),
      (#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1}"#, #"an object with "a", "b", "c", "d", "e", "f", …"#),
      (#"{"\#(String(repeating: "x", count: 50))":1}"#, "an object with a long name"),
      (#"{"x\#(String(repeating: "\u{FE0F}", count: 50))":1}"#, "an object with a long name"),
    ])
  func words(text: String, found: String) throws {
    let json = try JSONValue(parsing: text)
    #expect {
      _ = try StepAction(json: JSONElement(json))
    } throws: { error in
      "\(error)"
        == "At $: expected an action with exactly one of button, checkBox, checkBoxGroup, timer, customTimer, stepper, found \(found)."
    }
  }
}
