import FlowStateTesting
import Testing

struct FlowScheduleTests {
  @Test(
    "The text of a schedule is read back unchanged",
    arguments: [
      "", "deliver", "deliver, Download#1: failure, timer, cancel", "Display#12: name-2",
      "\"Ask, then\"#1: \"a \\\"way\\\"\"",
      "deliver 2, timer 3, cancel 2", "cancel at Save#1, A#1: x at \"a b\"#2, timer 2 at at#1",
      "cancel at the end of Save#1, A#1: x at the end of \"a b\"#2, timer at the#1, timer at the end of the#1",
      "\"\\u{202e}a\"#1", "\"\\u{1b}[31m\"#1: \"\\u{9b}\"", "\"\\u{7f}\"#1",
      "\"\"#1", "\"a\\u{a}b\\u{2028}\\\\\"#3", "deliver#1, cancel#2", "Größe.again#1",
    ])
  func roundTrip(text: String) throws {
    #expect(try FlowSchedule(text).description == text)
  }

  @Test(
    "The literal of a schedule has more number signs than its text can end or escape it with",
    arguments: [
      ("Save#1", "\"Save#1\""), ("a b", "##\"\"a b\"#1\"##"), ("\"##", "###\"\"\\\"##\"#1\"###"),
      ("\\###(", "####\"\"\\\\###(\"#1\"####"), ("#\"", "##\"\"#\\\"\"#1\"##"),
    ])
  func literal(name: String, literal: String) {
    let isText = name == "Save#1"
    #expect(FlowSchedule([.event(isText ? "Save" : name, 1)]).literal == literal)
  }

  @Test("The text of a schedule is read as its choices")
  func meaning() throws {
    let schedule = try FlowSchedule("deliver, Download#2: failure, timer\n\n  cancel, \"a b\"#1,")
    #expect(
      schedule.choices == [.deliver, .event("Download", 2, way: "failure"), .timer, .cancel, .event("a b", 1)])
    #expect(
      try FlowSchedule("deliver 1, cancel  2 at Save#3").choices == [.deliver, .init(.cancel(run: 2)).at("Save", 3)])
    #expect(FlowSchedule([.event("deliver", 1)]) != FlowSchedule([.deliver]))
  }

  @Test(
    "The error for an invalid text names the choice, what was expected, and what was found",
    arguments: [
      (
        "deliver, Download",
        "Choice 2 of the schedule: expected deliver, timer, cancel, crash or an event such as Download#1, found 'Download'."
      ),
      (
        "\"deliver\"",
        "Choice 1 of the schedule: expected deliver, timer, cancel, crash or an event such as Download#1, found '\"deliver\"'."
      ),
      ("A#0", "Choice 1 of the schedule: expected a number from 1 after '#', found '0'."),
      ("A#", "Choice 1 of the schedule: expected a number from 1 after '#', found the end."),
      (
        "A#99999999999999999999",
        "Choice 1 of the schedule: expected a number from 1 after '#', found '99999999999999999999'."
      ),
      ("A#1:", "Choice 1 of the schedule: expected a name, found the end."),
      ("deliver 0", "Choice 1 of the schedule: expected a number from 1 after the word, found '0'."),
      ("cancel at Save", "Choice 1 of the schedule: expected '#' and the number of a start, found the end."),
      ("cancel at Save#x", "Choice 1 of the schedule: expected a number from 1 after '#', found 'x'."),
      ("cancel at", "Choice 1 of the schedule: expected a comma, found 'at'."),
      ("deliver timer", "Choice 1 of the schedule: expected a comma, found 'timer'."),
      ("deliver,, timer", "Choice 2 of the schedule: expected a name, found the end."),
      ("deliver\nA#1: \"x, timer", "Choice 2 of the schedule: expected a closing quotation mark, found '\"x'."),
      (
        "\"a\\n\"#1",
        "Choice 1 of the schedule: expected a quotation mark, a backslash or u{…} after a backslash, found 'n\"#1'."
      ),
      (
        "\"\\u{d800}\"#1",
        "Choice 1 of the schedule: expected a quotation mark, a backslash or u{…} after a backslash, found 'u{d800}\"#1'."
      ),
    ])
  func errors(text: String, sentence: String) {
    let error = #expect(throws: ScheduleTextError.self) { try FlowSchedule(text) }
    #expect(error?.description == sentence)
  }
}
