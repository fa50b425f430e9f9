import FlowJSON
import FlowStateTesting
import Foundation
import StepKit
import Testing

@Suite("A step as JSON")
struct StepJSONTests {
  @Test("SK-01: A step is read with a timer and its notification")
  func timer() throws {
    let step = try decode(
      Step.self,
      """
      {"title":"Milk","description":"Warm it","action":{"timer":{"seconds":300,"notification":{"title":"Done","subtitle":"Go on"}}}}
      """)
    #expect(step.title == "Milk")
    #expect(step.subtitle == nil)
    #expect(step.description == "Warm it")
    guard case .timer(let seconds, let done, let identifier, let notification) = step.action else {
      Issue.record("no timer")
      return
    }
    #expect(seconds == 300)
    #expect(done == nil)
    #expect(identifier == nil)
    #expect(notification?.title == "Done")
    #expect(notification?.subtitle == "Go on")
    #expect(!step.completed)
  }

  @Test("SK-03: A step without an action has a button", arguments: ["", #","action":null"#])
  func defaultAction(member: String) throws {
    let step = try decode(Step.self, #"{"title":"A","description":"B","subtitle":null\#(member)}"#)
    guard case .button(let title, let completed, let identifier) = step.action else {
      Issue.record("no button")
      return
    }
    #expect(step.action == .button())
    #expect(title == "Next")
    #expect(completed == nil)
    #expect(identifier == nil)
    #expect(step.subtitle == nil)
  }

  @Test("SK-10: A step is written without members that are nil")
  func encoding() throws {
    let step = Step(title: "A", description: "B")
    #expect(try encode(step) == #"{"action":{"button":{"title":"Next"}},"description":"B","title":"A"}"#)
    #expect(step.json.jsonText == #"{"action":{"button":{"title":"Next"}},"description":"B","title":"A"}"#)
  }

  @Test("A step is the same after it is written and read, including its progress")
  func roundTrips() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let step = generator.step()
      let read = try decode(Step.self, encode(step))
      #expect(read == step)
      #expect(read.id == step.id)
      #expect(read.json == step.json)
      #expect(read.completed == step.completed)
      #expect(try Step(json: JSONElement(JSONValue(parsing: step.json.jsonText))).json == step.json)
    }
  }

  @Test(
    "Unknown members of a step are ignored",
    arguments: [#""colour":"red","#, #""action2":{"buttons":[1,{"a":null}]},"#])
  func unknown(members: String) throws {
    #expect(try decode(Step.self, #"{\#(members)"title":"A","description":"B"}"#) == Step(title: "A", description: "B"))
  }

  /// Texts, the errors that a decoder throws for them, and the descriptions of the errors of `Step(json:)`.
  static let table: [(text: String, error: String, words: String)] = [
    (#"{"description":"B"}"#, "keyNotFound  title", "At $.title: expected a string, found nothing."),
    (#"{"title":"A"}"#, "keyNotFound  description", "At $.description: expected a string, found nothing."),
    (
      #"{"title":null,"description":"B"}"#, "valueNotFound title String",
      "At $.title: expected a string, found null."
    ),
    (
      #"{"title":"A","description":"B","subtitle":1}"#, "typeMismatch subtitle String",
      "At $.subtitle: expected a string, found the integer 1."
    ),
    (
      #"{"title":"A","description":"B","action":{"timer":{"seconds":true}}}"#,
      "typeMismatch action.timer.seconds Double",
      "At $.action.timer.seconds: expected a number, found the bool true."
    ),
    (
      #"{"title":"A","description":"B","action":{"checkBoxGroup":{"items":["a",5]}}}"#,
      "typeMismatch action.checkBoxGroup.items.1 Dictionary<String, Any>",
      "At $.action.checkBoxGroup.items[1]: expected an object, found the integer 5."
    ),
    ("[]", "typeMismatch  Dictionary<String, Any>", "At $: expected an object, found an empty array."),
  ]

  @Test("A fault is a DecodingError of a decoder and a sentence of Step(json:)", arguments: table)
  func faults(text: String, error: String, words: String) throws {
    #expect(decodingError(Step.self, text) == error)
    let json = try JSONValue(parsing: text)
    #expect { try Step(json: JSONElement(json)) } throws: { "\($0)" == words }
  }
}

/// The decoding error as a line: its case, its path, and the type or the missing key.
func decodingError<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
  func line(_ name: String, _ context: DecodingError.Context, _ rest: Any) -> String {
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return "\(name) \(path) \(rest)"
  }
  do {
    _ = try decode(type, text)
    return nil
  } catch DecodingError.keyNotFound(let key, let context) {
    return line("keyNotFound", context, key.stringValue)
  } catch DecodingError.valueNotFound(let type, let context) {
    return line("valueNotFound", context, type)
  } catch DecodingError.typeMismatch(let type, let context) {
    return line("typeMismatch", context, type)
  } catch {
    return "\(error)"
  }
}
