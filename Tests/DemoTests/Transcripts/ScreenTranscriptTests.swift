import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// `Demo screen` as a process.
@Suite(.timeLimit(.minutes(20)))
struct ScreenTranscriptTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: [String], _ input: String) throws -> DemoProcess {
    try DemoProcess.run(["screen"] + arguments, input: .text(input))
  }

  @Test("The form refuses invalid input and prints its result as JSON")
  func form() throws {
    let run = try run(
      [],
      """
      press send
      type name Bo
      type email bo
      type email bo@example.org
      choose plan team
      press more
      type draft swift
      press add
      press remove:cooking
      set news on
      press send

      """)
    #expect(
      run.output.hasPrefix(
        """
        Sign up

        Name:  hint: what we call you__

        Email: hint: name@example.org__

        Plan:  ‹Free›

        [ ] Send me news

        ┌─ Interests (1) ──────────────────────────────────────────────────────────────┐
        │ 1. cooking [ remove ]                                                        │
        │ New: ________________________                                                │
        │ [ Add ]                                                                      │
        └──────────────────────────────────────────────────────────────────────────────┘

        [ Sign up ]
        > press send
        'send' cannot be used now. Now you can press: remove:cooking.
        > type name Bo
        Sign up, Bo

        Name:  Bo______________________
        > type email bo
        Email: bo______________________
          An address like name@example.org is needed.
        > type email bo@example.org
        Email: bo@example.org__________

        """))
    #expect(run.output.contains("> press more\nSeats: 2 [ + ] [ - ]\n"))
    #expect(
      run.output.hasSuffix(
        """
        > press send
        {
          "name": "Bo",
          "email": "bo@example.org",
          "plan": "team",
          "seats": 2,
          "news": true,
          "interests": [
            {
              "name": "swift"
            }
          ]
        }

        """))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("A form that is left prints no result")
  func left() throws {
    let run = try run([], "quit\n")
    #expect(run.output.hasSuffix("> quit\nThe screen was left.\n"))
    #expect(run.status == 0)
  }

  @Test("A missing component is reported, and the rest is shown")
  func unknownComponent() throws {
    try folder.write(
      Data(
        """
        {"_:component":"layout:column","children":[
          {"_:component":"app:map"},{"_:component":"layout:text","properties":{"text":"Here"}}]}
        """.utf8), to: "s.json")
    let run = try run([folder.file("s.json")], "")
    #expect(run.errors.contains("app:map"))
    #expect(run.output.contains("Here\n"))
    #expect(run.status == 0)
  }

  @Test(
    "A document that cannot be shown is reported with its position, and ends the demo with 65",
    arguments: [
      ("{ \"aa\": 45, 85,", "Line 1, column 13"), ("{\"properties\":{}}", "$"), ("", "Line 1, column 1"),
      ("{\"_:component\":\"fragment\",\"children\":[{}]}", "$.children[:0]"),
    ])
  func badDocument(text: String, place: String) throws {
    try folder.write(Data(text.utf8), to: "s.json")
    let run = try run([folder.file("s.json")], "")
    #expect(run.errors.hasPrefix("The document '\(folder.file("s.json"))' is not as expected. "))
    #expect(run.errors.contains(place))
    #expect(run.output == "")
    #expect(run.status == 65)
  }

  @Test("A result contains no control characters, and is read as the value in the document")
  func hostileResult() throws {
    let hostile = "a\u{9B}2J\u{85}\u{7F}\u{2028}\u{202E}b"
    let document: [String: Any] = [
      "_:component": "layout:button", "id": "go",
      "properties": [
        "text": hostile,
        "onPress": [["_:action": "flow:complete", "properties": ["result": [hostile: hostile]]]],
      ],
    ]
    try folder.write(try JSONSerialization.data(withJSONObject: document), to: "s.json")
    let run = try run([folder.file("s.json")], "press go\n")
    let steering = run.output.unicodeScalars.filter {
      $0.value == 0x7F || (0x80...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x202E
    }
    #expect(steering.isEmpty)
    let result = run.output.split(separator: "> press go\n").last ?? ""
    #expect(result.contains(#""a\u009b2J\u0085\u007f\u2028\u202eb""#))
    #expect(try JSONSerialization.jsonObject(with: Data(result.utf8)) as? [String: String] == [hostile: hostile])
    #expect(run.status == 0)
  }
}
