import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("PlainTranscript")
struct PlainTranscriptTests {
  @Test(
    "A transcript shows all lines at first, and then the changed ones",
    arguments: [
      (["a", "b", "c"], ["a", "b", "c"], []),
      (["a", "b", "c"], ["a", "x", "c"], ["x"]),
      (["a", "b", "c"], ["a", "b", "c", "d"], ["d"]),
      (["a", "b", "c"], ["x", "b", "y"], ["x", "b", "y"]),
      (["a", "b", "c"], ["a", "c"], []),
      (["a", "a"], ["a", "a", "a"], ["a"]),
      (["0", "[a", "|", "]"], ["1", "[a", "|", "]", "[b", "|", "]"], ["1", "[a", "|", "]", "[b", "|", "]"]),
      ([], ["a"], ["a"]),
      (["a"], [], []),
      (["a", "b", "c"], ["c", "a", "b"], ["a", "b"]),
      (["a", "b"], ["b", "a"], ["a"]),
    ])
  func changes(before: [String], after: [String], shown: [String]) {
    func frame(_ lines: [String]) -> Frame { Frame(lines: lines.map { StyledText($0) }) }
    var transcript = PlainTranscript()
    #expect(transcript.changes(to: frame(before)).map(\.text) == before)
    #expect(transcript.changes(to: frame(after)).map(\.text) == shown)
    #expect(transcript.changes(to: frame(after)).map(\.text) == [])
  }

  @Test("A change of style counts only if styles are shown", arguments: [false, true])
  func styles(usesColor: Bool) {
    var transcript = PlainTranscript(usesColor: usesColor)
    _ = transcript.changes(to: Frame(lines: ["a", "b"]))
    let changes = transcript.changes(to: Frame(lines: [StyledText("a", .bold), "b"]))
    #expect(changes == (usesColor ? [StyledText("a", .bold)] : []))
  }
}
