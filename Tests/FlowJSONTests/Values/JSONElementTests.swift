import FlowJSON
import Foundation
import Testing

@Suite("Typed access")
struct JSONElementTests {
  static let document: JSONValue = [
    "text": "a", "number": 1.5, "whole": 1.0, "integer": 5, "yes": true, "nothing": nil, "list": [1, "b"],
    "object": ["x": 1, "a": 2], "empty": [], "none": [:], "odd name": [["é": 1]], "size": "large",
    "url": "spotify:hub:target", "long": .string(String(repeating: "x", count: 41)),
  ]
  let root = JSONElement(document)

  enum Size: String, CaseIterable { case small, medium, large }
  enum Only: String, CaseIterable { case one }

  @Test("An element reads its value as the requested type")
  func reads() throws {
    #expect(try root["text"].string() == "a")
    #expect(try root["yes"].bool())
    #expect(try root["integer"].integer() == 5)
    #expect(try root["integer"].integer(in: 5...5) == 5)
    #expect(try root["integer"].double() == 5)
    #expect(try root["number"].double() == 1.5)
    #expect(try root["list"].array().map(\.location.description) == ["$.list[0]", "$.list[1]"])
    #expect(try root["list"][1].string() == "b")
    #expect(try root["object"].object() == ["x": 1, "a": 2])
    #expect(
      try root["object"].members().map { "\($0.name) \($0.element.location)" } == ["x $.object.x", "a $.object.a"])
    #expect(try root["nothing"].requiredValue() == .null)
    #expect(try root["size"].oneOf(Size.self) == .large)
    #expect(try root["url"].url().absoluteString == "spotify:hub:target")
    #expect(try root["odd name"][0]["é"].integer() == 1)
  }

  @Test("A missing value and null are both absent")
  func absent() throws {
    #expect(root["nothing"].isAbsent)
    #expect(root["missing"]["deeper"][3].isAbsent)
    #expect(!root["empty"].isAbsent)
    #expect(try root["nothing"].ifPresent { @Sendable element throws(JSONTypeError) in try element.string() } == nil)
    #expect(try root["text"].ifPresent { @Sendable element throws(JSONTypeError) in try element.string() } == "a")
    #expect(throws: JSONTypeError.self) {
      try root["yes"].ifPresent { @Sendable element throws(JSONTypeError) in try element.string() }
    }
  }

  typealias Read = @Sendable (JSONElement) throws(JSONTypeError) -> Void

  @Test(
    "A type error names the location, what was expected, and what was found",
    arguments: [
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["integer"].string() },
        "At $.integer: expected a string, found the integer 5."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["missing"].string() },
        "At $.missing: expected a string, found nothing."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["list"][2]["x"].string() },
        "At $.list[2].x: expected a string, found nothing."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["nothing"].bool() },
        "At $.nothing: expected a bool, found null."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["integer"].bool() },
        "At $.integer: expected a bool, found the integer 5."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["yes"].integer() },
        "At $.yes: expected an integer, found the bool true."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["whole"].integer() },
        "At $.whole: expected an integer, found the number 1.0."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["integer"].integer(in: 0...4) },
        "At $.integer: expected an integer from 0 to 4, found the integer 5."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["text"].integer(in: 0...4) },
        "At $.text: expected an integer from 0 to 4, found the string \"a\"."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["yes"].double() },
        "At $.yes: expected a number, found the bool true."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["none"].array() },
        "At $.none: expected an array, found an empty object."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["object"].array() },
        "At $.object: expected an array, found an object."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["empty"].object() },
        "At $.empty: expected an object, found an empty array."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["list"].members() },
        "At $.list: expected an object, found an array."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["long"].object() },
        "At $.long: expected an object, found a long string."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["missing"].requiredValue() },
        "At $.missing: expected a value, found nothing."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["text"].oneOf(Size.self) },
        "At $.text: expected \"small\", \"medium\" or \"large\", found the string \"a\"."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["text"].oneOf(Only.self) },
        "At $.text: expected \"one\", found the string \"a\"."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["odd name"].url() },
        "At $[\"odd name\"]: expected a URL, found an array."
      ),
      (
        { @Sendable element throws(JSONTypeError) in _ = try element["odd name"][0]["é"].string() },
        "At $[\"odd name\"][0][\"é\"]: expected a string, found the integer 1."
      ),
      (
        { @Sendable element throws(JSONTypeError) in throw element.mismatch("a map") },
        "At $: expected a map, found an object."
      ),
    ] as [(Read, String)])
  func messages(read: Read, message: String) {
    do {
      try read(root)
      Issue.record("Nothing was thrown instead of: \(message)")
    } catch {
      #expect(error.description == message)
    }
  }
}
