import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ProgressIndicator")
struct ProgressIndicatorTests {
  private let script = ScriptedCalls()
  private let ticker = HandTicker()

  @Test("turns on one line of a terminal, and leaves nothing behind")
  func animated() {
    let progress = makeProgress()
    progress.start("Loading…")
    ticker.tick()
    ticker.tick()
    progress.stop()
    #expect(
      script.written == [
        "\r| Loading…\u{1B}[K", "\r/ Loading…\u{1B}[K", "\r- Loading…\u{1B}[K", "\r\u{1B}[K",
      ])
    #expect(ticker.running == 0)
  }

  @Test("draws nothing after stop, though a tick comes late")
  func lateTick() {
    let progress = makeProgress()
    progress.start("Loading…")
    progress.stop()
    ticker.tick()
    #expect(script.written == ["\r| Loading…\u{1B}[K", "\r\u{1B}[K"])
  }

  @Test("may be stopped again, before the first start, and started again")
  func idempotent() {
    let progress = makeProgress()
    progress.stop()
    progress.start("a")
    progress.stop()
    progress.stop()
    progress.start("a")
    #expect(script.written == ["\r| a\u{1B}[K", "\r\u{1B}[K", "\r| a\u{1B}[K"])
    #expect(ticker.running == 1)
  }

  @Test("replaces a text by another, and ticks on once")
  func replaced() {
    let progress = makeProgress()
    progress.start("a")
    progress.start("a")
    progress.start("b")
    ticker.tick()
    #expect(script.written == ["\r| a\u{1B}[K", "\r| b\u{1B}[K", "\r/ b\u{1B}[K"])
    #expect(ticker.running == 1)
  }

  @Test(
    "writes one plain line where nothing can be drawn in place",
    arguments: [
      Terminal(terminals: [], environment: [:]),
      Terminal(terminals: [.input, .output], environment: [:]),
      Terminal(terminals: [.error], environment: ["TERM": "dumb"]),
    ])
  func plain(terminal: Terminal) {
    let progress = makeProgress(terminal)
    progress.start("Loading…")
    progress.start("Loading…")
    progress.stop()
    progress.stop()
    #expect(script.written == ["Loading…\n"])
    #expect(ticker.begun == 0)
  }

  @Test("stops when it is released")
  func released() {
    var progress: ProgressIndicator? = makeProgress()
    progress?.start("a")
    progress = nil
    #expect(script.written == ["\r| a\u{1B}[K", "\r\u{1B}[K"])
    #expect(ticker.running == 0)
  }

  @Test("may be ticked while it begins to tick")
  func tickAtOnce() {
    let eager = ProgressTicker { tick in
      tick()
      return {}
    }
    let progress = makeProgress(ticker: eager)
    progress.start("a")
    #expect(script.written == ["\r| a\u{1B}[K", "\r/ a\u{1B}[K"])
  }

  @Test("stays calm when nobody can see it")
  func unwritable() {
    let progress = ProgressIndicator(
      output: TextOutput(descriptor: closedDescriptor), terminal: animatedTerminal, ticker: ticker.ticker)
    progress.start("a")
    ticker.tick()
    progress.stop()
    #expect(ticker.running == 0)
  }

  @Test("has erased its line when stop returns, though 4 threads tick all the time")
  func hammered() async {
    let progress = makeProgress()
    let isOver = QueueConfined(false, label: "isOver")
    let faults = QueueConfined(0, label: "faults")
    await onThreads(5) { [ticker, script] thread in
      if thread > 0 {
        while !isOver.withState({ $0 }) { ticker.tick() }
        return
      }
      for _ in 0..<300 {
        progress.start("a")
        progress.stop()
        let count = script.written.count
        for _ in 0..<3 { ticker.tick() }
        let written = script.written
        if written.last != "\r\u{1B}[K" || written.count != count { faults.withState { $0 += 1 } }
        script.state.withState { $0.written = [] }
      }
      isOver.withState { $0 = true }
    }
    #expect(faults.withState { $0 } == 0)
  }

  private let animatedTerminal = Terminal(terminals: [.error], environment: [:])

  private func makeProgress(_ terminal: Terminal? = nil, ticker: ProgressTicker? = nil) -> ProgressIndicator {
    ProgressIndicator(
      output: TextOutput(descriptor: 2, calls: script.calls),
      terminal: terminal ?? animatedTerminal,
      ticker: ticker ?? self.ticker.ticker
    )
  }
}

/// A ticker that ticks when the test says so, also after its end.
private final class HandTicker: Sendable {
  private struct State: Sendable {
    var tick: (@Sendable () -> Void)?
    var begun = 0
    var ended = 0
  }

  private let state = QueueConfined(State(), label: "HandTicker")

  var ticker: ProgressTicker {
    ProgressTicker { [state] tick in
      state.withState { state in
        state.tick = tick
        state.begun += 1
      }
      return { state.withState { $0.ended += 1 } }
    }
  }

  var begun: Int { state.withState { $0.begun } }
  var running: Int { state.withState { $0.begun - $0.ended } }

  func tick() {
    state.withState { $0.tick }?()
  }
}
