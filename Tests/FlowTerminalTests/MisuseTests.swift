import FlowTerminal
import TestSupport
import Testing

@Suite("Misuse of the terminal")
struct MisuseTests {
  @Test("traps with a sentence: a reader of no bytes")
  func reader() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LineReader(maximumLineLength: 0)
    }
    expectSaid(result, "A line reader needs a maximum line length above 0, not 0.")
  }

  @Test("traps with a sentence: a screen that is shown outside a run")
  func show() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ScreenSession().show(CounterScreen()) { _ in }
    }
    expectSaid(result, "Call ScreenSession.show(_:ended:) from a closure of a run. Elsewhere, use run(_:).")
  }
}
