import FlowState
import FlowStateTesting
import Testing

/// Misuse by the programmer traps, with a full sentence.
struct MisuseTests {
  /// Whether what the child process wrote when it trapped contains the sentence.
  func said(_ result: ExitTest.Result?, _ sentence: String, _ location: SourceLocation = #_sourceLocation) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(sentence), "it said: \(text)", sourceLocation: location)
  }

  @Test("time does not go backwards")
  func negativeAdvance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualClock().advance(by: .seconds(-1))
    }
    said(result, "A ManualClock was to be advanced by -1.0 seconds; time does not go backwards.")
  }

  @Test("a delay is more than zero")
  func noDelay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ManualClock().schedule(after: .zero) {}
    }
    said(result, "A ManualClock was asked for a call after 0.0 seconds; a delay is more than zero.")
  }

  @Test("a queue that is played by its own closure")
  func nestedPlay() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = ManualQueue()
      queue.perform { queue.play() }
    }
    said(
      result,
      "A ManualQueue was played by a closure that it executes; a serial queue executes no closure inside another.")
  }
}
