import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ProgressIndicator")
struct ProgressIndicatorTests {
  private let script = ScriptedCalls()
  private let ticker = HandTicker()

  @Test("An indicator turns on one line of a terminal, and erases it at the end")
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

  @Test("A late tick draws nothing after stop")
  func lateTick() {
    let progress = makeProgress()
    progress.start("Loading…")
    progress.stop()
    ticker.tick()
    #expect(script.written == ["\r| Loading…\u{1B}[K", "\r\u{1B}[K"])
  }

  @Test("An indicator can be stopped before its first start, stopped twice, and started again")
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

  @Test("A new text replaces the old one, and the indicator has one ticker")
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
    "An indicator writes one plain line if nothing can be drawn in place",
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

  @Test("An indicator stops when it is released")
  func released() {
    var progress: ProgressIndicator? = makeProgress()
    progress?.start("a")
    progress = nil
    #expect(script.written == ["\r| a\u{1B}[K", "\r\u{1B}[K"])
    #expect(ticker.running == 0)
  }

  @Test("A ticker can tick while it begins")
  func tickAtOnce() {
    let eager = ProgressTicker { tick in
      tick()
      return {}
    }
    let progress = makeProgress(ticker: eager)
    progress.start("a")
    #expect(script.written == ["\r| a\u{1B}[K", "\r/ a\u{1B}[K"])
  }

  @Test("An indicator ignores an output that cannot be written")
  func unwritable() {
    let progress = ProgressIndicator(
      output: TextOutput(descriptor: closedDescriptor), terminal: animatedTerminal, ticker: ticker.ticker)
    progress.start("a")
    ticker.tick()
    progress.stop()
    #expect(ticker.running == 0)
  }

  @Test("An indicator has erased its line when stop returns, although 4 threads tick all the time")
  func hammered() async {
    let progress = makeProgress()
    let isOver = Guarded(false)
    let faults = Guarded(0)
    await onThreads(5) { [ticker, script] thread in
      if thread > 0 {
        while !isOver.withLock({ $0 }) { ticker.tick() }
        return
      }
      for _ in 0..<300 {
        progress.start("a")
        progress.stop()
        let count = script.written.count
        for _ in 0..<3 { ticker.tick() }
        let written = script.written
        if written.last != "\r\u{1B}[K" || written.count != count { faults.withLock { $0 += 1 } }
        script.state.withLock { $0.written = [] }
      }
      isOver.withLock { $0 = true }
    }
    #expect(faults.withLock { $0 } == 0)
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

/// A ticker that ticks when the test calls `tick`, also after its end.
private final class HandTicker: Sendable {
  private struct State: Sendable {
    var tick: (@Sendable () -> Void)?
    var begun = 0
    var ended = 0
  }

  private let state = Guarded(State())

  var ticker: ProgressTicker {
    ProgressTicker { [state] tick in
      state.withLock { state in
        state.tick = tick
        state.begun += 1
      }
      return { state.withLock { $0.ended += 1 } }
    }
  }

  var begun: Int { state.withLock { $0.begun } }
  var running: Int { state.withLock { $0.begun - $0.ended } }

  func tick() {
    state.withLock { $0.tick }?()
  }
}
