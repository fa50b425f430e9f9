import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ScreenSession, cancelled")
struct CancelledScreenTests {
  @Test("A cancelled screen restores the terminal before the next step starts", arguments: [false, true])
  func beforeTheNextStep(isPresented: Bool) {
    let stage = LiveWindowHarness(isPresented: isPresented, limit: .seconds(5))
    #expect(stage.screen.isOnOtherScreen)
    stage.clock.advance(by: .seconds(5))
    stage.play()
    #expect(stage.calls == ["begin", "end", "next step"])
    #expect(!stage.screen.isOnOtherScreen)
    #expect(stage.outcome == "nothing")
  }

  @Test("A cancelled screen can neither use nor end the window of the next one")
  func others() throws {
    let (calls, deliver) = (LockedList<String>(), Box<(@Sendable (LiveWindow.Event) -> Void)?>(nil))
    let window = LiveWindow(
      begin: {
        calls.append("begin")
        deliver.value = $0
        return true
      },
      nextKey: { _ in .enter }, write: { text throws(OutputFailure) in calls.append(text) },
      size: { WindowSize(columns: 20, rows: 5) },
      suspend: {
        calls.append("suspend")
        return true
      },
      resume: { calls.append("resume") }, end: { text throws(OutputFailure) in calls.append("end") }, giveBack: {},
      interrupt: {})
    let (first, second) = (ScreenWindow(window), ScreenWindow(window))
    #expect(first.begin { _ in })
    first.cancel()
    first.cancel()
    #expect(second.begin { _ in })
    try first.write("late")
    #expect(first.nextKey(false) == nil)
    #expect(!first.suspend())
    first.resume()
    try first.end("late")
    #expect(!first.begin { _ in })
    #expect(second.nextKey(false) == .enter)
    try second.write("drawn")
    try second.end("")
    try second.end("")
    #expect(calls.all == ["begin", "end", "begin", "drawn", "end"])
  }

  @Test("A task that is already cancelled shows no screen, neither live nor in lines")
  func cancelledBefore() async {
    let kernel = ScriptedCalls()
    let calls = LockedList<String>()
    let window = LiveWindow(
      begin: { _ in
        calls.append("begin")
        return true
      },
      nextKey: { _ in nil }, write: { text throws(OutputFailure) in calls.append(text) },
      size: { WindowSize(columns: 20, rows: 5) }, suspend: { false }, resume: {},
      end: { text throws(OutputFailure) in calls.append("end") }, giveBack: {}, interrupt: {})
    let session = ScreenSession(
      lines: LineReader(input: closedDescriptor), output: TextOutput(descriptor: 1, calls: kernel.calls),
      terminal: Terminal(terminals: [.input, .output], environment: [:]), clock: nil, window: window)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await session.run(CounterScreen())
    }
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The screen did not end") }
    #expect(calls.all == [])
    #expect(kernel.written == [])
  }

  @Test(
    "While the reader waits for a withdrawn question's line, or has lines, a session reads lines, and takes no keys",
    arguments: [false, true])
  func readsLines(hasLines: Bool) async throws {
    let (input, output) = (Pipe(), Pipe())
    let lines = LineReader(input: input.readEnd)
    if hasLines {
      input.write("Bo\npress more\nquit\n")
      #expect(await lines.next() == .line("Bo"))
    } else {
      lines.nextLine { _ in Issue.record("The question was withdrawn.") }.withdraw()
      // The person types when the screen is shown; until then, the reader waits.
      Thread.detachNewThread {
        var byte: UInt8 = 0
        if read(output.readEnd, &byte, 1) == 1 { input.write("press more\nquit\n") }
      }
    }
    let isLive = Box(false)
    let window = LiveWindow(
      begin: { deliver in
        isLive.value = true
        deliver(.ended)
        return true
      },
      nextKey: { _ in nil }, write: { _ throws(OutputFailure) in }, size: { WindowSize(columns: 20, rows: 5) },
      suspend: { false }, resume: {}, end: { _ throws(OutputFailure) in }, giveBack: {}, interrupt: {})
    let session = ScreenSession(
      lines: lines, output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [.input, .output], environment: ["NO_COLOR": "1"], columns: 60),
      clock: ManualClock(), window: window)
    let task = Task {
      let screen = CounterScreen()
      let ending = try await session.run(screen)
      return "\(ending) \(screen.count)"
    }
    #expect(try await task.value(orSay: "The screen did not end") == "left 1")
    #expect(!isLive.value)
    output.closeWriteEnd()
  }
}

// These windows react to signals, so the tests run with those of windows.
extension LiveWindowTests {
  @Test(
    "A question after a cancelled screen leaves the terminal as it was before the screen", arguments: [false, true])
  func choosingAfterScreen(isPresented: Bool) async throws {
    let terminal = try #require(PseudoTerminal(columns: 60))
    let (lines, output) = (LineReader(input: terminal.terminal), TextOutput(descriptor: terminal.terminal))
    let description = Terminal(terminals: [.input, .output], environment: ["NO_COLOR": "1"], columns: 60)
    let typed = KeysAhead()
    let clock = ManualClock()
    let session = ScreenSession(
      lines: lines, output: output, terminal: description, clock: clock,
      window: .system(input: terminal.terminal, output: output, typed: typed))
    let prompter = Prompter(
      lines: lines, output: output, terminal: description,
      window: .system(input: terminal.terminal, output: output, typed: typed, farewell: .prompt))
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let count =
        isPresented
        ? FlowStep(Any.self, Void.self, identifier: "Count") { step in
          let handler = FlowStepHandler(Any.self, Void.self)
          let shown = session.show(CounterScreen(clock: clock), in: RunAccess(step)) { _ in handler.complete(()) }
          step.onCancel { shown.end() }
          return handler
        }
        : FlowStep(Any.self, Void.self, identifier: "Count") { _ in
          _ = try await session.run(CounterScreen(clock: clock))
          return nil
        }
      let ask = FlowStep(Any.self, Int.self, identifier: "Ask") { _ in
        prompter.choose("Which", from: Choices([("one", 1), ("two", 2)]))
      }
      let limited = count.timeout(.seconds(5))
      limited.setFailure { _ in .goTo(ask) }
      ask.setCompletion { _, number in scope.result = number }
      return limited
    }.timed(by: clock)
    let answer = Task { try await flow.run() }
    _ = await terminal.read(until: "Tab next")
    clock.advance(by: .seconds(5))
    let shown = await terminal.read(until: "Which?")
    #expect(shown.contains(ScreenPainter.end))
    terminal.type("\r")
    #expect(try await answer.value(orSay: "The run did not end") == 1)
    var settings = termios()
    tcgetattr(terminal.terminal, &settings)
    #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG))
  }

  @Test("A process that no shell can continue keeps its screen after Ctrl-Z")
  func orphaned() async {
    await #expect(processExitsWith: .exitCode(42)) {
      // The parent of a session's leader is in another session, so the process group is orphaned.
      guard setsid() > 0 else { _exit(43) }
      var ends: (CInt, CInt) = (-1, -1)
      guard openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { _exit(44) }
      let window = LiveWindow.system(input: ends.1, output: TextOutput(descriptor: ends.1))
      guard window.begin({ _ in }) else { _exit(45) }
      _exit(window.suspend() ? 46 : 42)
    }
  }
}
