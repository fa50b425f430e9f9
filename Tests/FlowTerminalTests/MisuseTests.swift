import FlowTerminal
import TestSupport
import Testing

@Suite("Misuse of the terminal")
struct MisuseTests {
  @Test("A line reader with a maximum length of 0 traps with a message")
  func reader() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LineReader(maximumLineLength: 0)
    }
    expectSaid(result, "A line reader needs a maximum line length above 0, not 0.")
  }
}
