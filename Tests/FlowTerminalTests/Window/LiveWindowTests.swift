import Dispatch
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

/// Signals belong to the whole process, so these tests run one after the other.
@Suite("LiveWindow", .serialized, .enabled(if: PseudoTerminal.isAvailable))
struct LiveWindowTests {
  private func events(_ window: LiveWindow) -> AsyncStream<LiveWindow.Event> {
    AsyncStream { feed in
      feed.finishPatiently(orSay: "The events of the window did not come")
      let hasBegun = window.begin { feed.yield($0) }
      if !hasBegun { feed.finish() }
    }
  }

  @Test("A window delivers keys and new sizes until it ends, and then restores the terminal")
  func events() async throws {
    let terminal = try #require(PseudoTerminal(columns: 20))
    let window = LiveWindow.system(
      input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal))
    var iterator = events(window).makeAsyncIterator()
    terminal.type("\u{3}")
    #expect(await iterator.next() == .typed)
    #expect(window.nextKey(false) == .control("c"))
    #expect(window.nextKey(false) == nil)
    #expect(window.size() == WindowSize(columns: 20, rows: 24))
    kill(getpid(), SIGWINCH)
    #expect(await iterator.next() == .resized)
    #expect(WindowSignals.Disposition(of: SIGTERM) != .usual)
    try window.end("farewell")
    #expect(WindowSignals.Disposition(of: SIGTERM) == .usual)
    var settings = termios()
    tcgetattr(terminal.terminal, &settings)
    #expect(settings.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG))
    try window.end("farewell")
  }

  @Test("A window that gives the terminal back restores it at once and permanently")
  func giveBack() async throws {
    let terminal = try #require(PseudoTerminal())
    let output = ScriptedCalls()
    let window = window(on: terminal, output)
    #expect(window.begin { _ in })
    #expect(!echoes(terminal))
    try window.write("drawn")
    window.giveBack()
    try window.write("too late")
    window.resume()
    #expect(echoes(terminal))
    try window.end("farewell")
    window.giveBack()
    #expect(window.begin { _ in })
    try window.write("too late")
    #expect(echoes(terminal))
    #expect(output.written == ["drawn"])
    #expect(await terminal.read(until: "\u{1B}[?1049l") == ScreenPainter.end)
  }

  @Test("The farewell is written once, and the terminal is restored even if that fails")
  func farewell() throws {
    let terminal = try #require(PseudoTerminal())
    let output = ScriptedCalls([.fails(EIO)])
    let window = window(on: terminal, output)
    #expect(window.begin { _ in })
    #expect(throws: OutputFailure.self) { try window.end("lost") }
    #expect(echoes(terminal))
    #expect(window.begin { _ in })
    try window.end("farewell")
    try window.end("again")
    window.giveBack()
    #expect(output.written == ["farewell"])
  }

  @Test("A window that is given back between two screens writes nothing and changes no settings")
  func giveBackBetween() throws {
    let terminal = try #require(PseudoTerminal())
    let output = ScriptedCalls()
    let window = window(on: terminal, output)
    window.giveBack()
    #expect(window.begin { _ in })
    try window.write("too late")
    #expect(echoes(terminal))
    #expect(WindowSignals.Disposition(of: SIGTERM) == .usual)
    try window.end("farewell")
    #expect(output.written == [])
  }

  private func window(on terminal: PseudoTerminal, _ output: ScriptedCalls) -> LiveWindow {
    .system(input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal, calls: output.calls))
  }

  private func echoes(_ terminal: PseudoTerminal) -> Bool {
    var settings = termios()
    tcgetattr(terminal.terminal, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  @Test("A window restores the terminal also while a write to it is blocked")
  func giveBackFrozen() async throws {
    let terminal = try #require(PseudoTerminal())
    let window = LiveWindow.system(input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal))
    #expect(window.begin { _ in })
    let failure = Box<OutputFailure?>(nil)
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "drawing").async {
      do throws(OutputFailure) {
        try window.write(String(repeating: "x", count: 1 << 20))
      } catch {
        failure.value = error
      }
      ended.signal()
    }
    // The write has begun, and nothing more is read.
    _ = await terminal.read(until: "x")
    window.giveBack()
    ended.wait(orSay: "The write did not end")
    #expect(failure.value?.code == ECANCELED)
    #expect(echoes(terminal))
    #expect(await terminal.read(until: "\u{1B}[?1049l").hasSuffix(ScreenPainter.end))
    try window.end("farewell")
  }

  @Test("Keys that are typed ahead are kept for the next screen, with Ctrl-C first")
  func typedAhead() async throws {
    let terminal = try #require(PseudoTerminal())
    let window = LiveWindow.system(input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal))
    var iterator = events(window).makeAsyncIterator()
    terminal.type("\rB")
    #expect(await iterator.next() == .typed)
    #expect(window.nextKey(false) == .enter)
    try window.end("")
    var next = events(window).makeAsyncIterator()
    #expect(await next.next() == .typed)
    #expect(window.nextKey(false) == .character("B"))
    terminal.type("o\u{3}")
    #expect(await next.next() == .typed)
    try window.end("")
    var last = events(window).makeAsyncIterator()
    #expect(await last.next() == .typed)
    #expect(window.nextKey(true) == .control("c"))
    try window.end("")
  }

  @Test("Keys that are typed ahead are kept for the next session on the terminal")
  func typedAheadOfASession() async throws {
    let terminal = try #require(PseudoTerminal())
    let typed = KeysAhead()
    for key in [Key.enter, .character("B")] {
      let window = LiveWindow.system(
        input: terminal.terminal, output: TextOutput(descriptor: terminal.terminal), typed: typed)
      var iterator = events(window).makeAsyncIterator()
      if key == .enter { terminal.type("\rB") }
      #expect(await iterator.next() == .typed)
      #expect(window.nextKey(false) == key)
      try window.end("")
    }
  }

  @Test("All sessions share the keys of standard input, and those of no other descriptor")
  func keysAhead() {
    #expect(KeysAhead.of(0) === KeysAhead.of(0))
    #expect(KeysAhead.of(5) !== KeysAhead.of(5))
  }

  @Test("A window does not begin on an input that is not a terminal")
  func pipe() throws {
    let window = LiveWindow.system(input: Pipe().readEnd, output: TextOutput(descriptor: closedDescriptor))
    #expect(!window.begin { _ in })
    try window.end("farewell")
  }
}
