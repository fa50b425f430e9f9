import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("TerminalRestoration", .serialized, .enabled(if: PseudoTerminal.isAvailable))
struct TerminalRestorationTests {
  private func echoes(_ terminal: CInt) -> Bool {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  @Test("restores settings and the screen, once")
  func restoring() throws {
    let terminal = try #require(PseudoTerminal())
    let raw = try #require(RawMode(terminal.terminal))
    let slot = try #require(
      TerminalRestoration.arm(input: terminal.terminal, output: terminal.terminal, settings: raw.before))
    raw.begin()
    #expect(TerminalRestoration.isArmed(slot))
    TerminalRestoration.restore(slot)
    #expect(echoes(terminal.terminal))
    #expect(terminal.read(until: "\u{1B}[?1049l") == ScreenPainter.end)
    #expect(!TerminalRestoration.isArmed(slot))
    // A second signal, while the first one is handled.
    raw.begin()
    TerminalRestoration.restore(slot)
    #expect(!echoes(terminal.terminal))
    TerminalRestoration.disarm(slot)
    TerminalRestoration.restore(slot)
    #expect(!echoes(terminal.terminal))
  }

  @Test("doesn't wait for a terminal that doesn't read, and gets through to it")
  func frozen() throws {
    let terminal = try #require(PseudoTerminal())
    let raw = try #require(RawMode(terminal.terminal))
    let output = open(String(cString: ttyname(terminal.terminal)), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    let slot = try #require(TerminalRestoration.arm(input: terminal.terminal, output: output, settings: raw.before))
    raw.begin()
    // To the last byte: the end of the screen is short.
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    for count in [block.count, 1] {
      while write(output, block, count) > 0 {}
      #expect(errno == EAGAIN)
    }
    TerminalRestoration.restore(slot)
    TerminalRestoration.disarm(slot)
    #expect(echoes(terminal.terminal))
    #expect(terminal.read(until: "\u{1B}[?1049l").hasSuffix(ScreenPainter.end))
  }

  @Test("takes up to 16 terminals, and says when there are too many")
  func capacity() throws {
    let terminal = try #require(PseudoTerminal())
    let raw = try #require(RawMode(terminal.terminal))
    var slots: [TerminalRestoration.Slot] = []
    while let slot = TerminalRestoration.arm(input: -1, output: -1, settings: raw.before) {
      slots.append(slot)
      if slots.count > 16 { break }
    }
    #expect((1...16).contains(slots.count))
    for slot in slots { TerminalRestoration.disarm(slot) }
    #expect(Set(slots.map { "\($0)" }).count == slots.count)
  }

  /// The descriptor at which a handler, which captures nothing, finds the terminal.
  private static let known: CInt = 200

  @Test(
    "comes before the handler that the program has for a crash, in a trap as well",
    arguments: [SIGABRT, SIGILL, SIGSEGV])
  func crash(number: CInt) async {
    switch number {
    case SIGABRT:
      await #expect(processExitsWith: .exitCode(42)) {
        TerminalRestorationTests.beLive()
        abort()
      }
    case SIGILL:
      await #expect(processExitsWith: .exitCode(42)) {
        TerminalRestorationTests.beLive()
        fatalError("a trap in the user's code")
      }
    default:
      await #expect(processExitsWith: .exitCode(42)) {
        TerminalRestorationTests.beLive()
        kill(getpid(), SIGSEGV)
        alarm(40)
        while true { pause() }
      }
    }
  }

  /// Makes a window live in a process that has a handler of its own.
  private static func beLive() {
    var ends: (CInt, CInt) = (-1, -1)
    guard openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { return }
    dup2(ends.1, known)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] {
      signal(number) { _ in
        var settings = termios()
        tcgetattr(TerminalRestorationTests.known, &settings)
        _exit(settings.c_lflag & tcflag_t(ECHO) != 0 ? 42 : 43)
      }
    }
    guard LiveWindow.system(input: known, output: TextOutput(descriptor: known)).begin({ _ in }) else { _exit(44) }
    var settings = termios()
    tcgetattr(known, &settings)
    if settings.c_lflag & tcflag_t(ECHO) != 0 { _exit(45) }
  }

  @Test("makes a screen draw itself again if the program's own handler goes on")
  func handlerGoesOn() async {
    await #expect(processExitsWith: .exitCode(42)) {
      var ends: (CInt, CInt) = (-1, -1)
      guard openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { return }
      signal(SIGQUIT) { _ in }
      let window = LiveWindow.system(input: ends.1, output: TextOutput(descriptor: ends.1))
      guard window.begin({ event in if event == .continued { _exit(42) } }) else { _exit(44) }
      kill(getpid(), SIGQUIT)
      alarm(40)
      while true { pause() }
    }
  }

  @Test("comes before a plain exit")
  func exiting() async {
    // The exit handlers are called in reverse order, so the one that is registered first sees what the others have done.
    await #expect(processExitsWith: .exitCode(42)) {
      atexit {
        var settings = termios()
        tcgetattr(200, &settings)
        _exit(settings.c_lflag & tcflag_t(ECHO) != 0 ? 42 : 43)
      }
      TerminalRestorationTests.beLive()
      exit(1)
    }
  }
}
