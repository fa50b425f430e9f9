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

  @Test("The settings and the screen are restored once")
  func restoring() async throws {
    let terminal = try #require(PseudoTerminal())
    let raw = try #require(RawMode(terminal.terminal))
    let slot = try #require(
      TerminalRestoration.arm(input: terminal.terminal, output: terminal.terminal, settings: raw.before))
    raw.begin()
    #expect(TerminalRestoration.isArmed(slot))
    TerminalRestoration.restore(slot)
    #expect(echoes(terminal.terminal))
    #expect(await terminal.read(until: "\u{1B}[?1049l") == ScreenPainter.end)
    #expect(!TerminalRestoration.isArmed(slot))
    // A second signal arrives while the first one is handled.
    raw.begin()
    TerminalRestoration.restore(slot)
    #expect(!echoes(terminal.terminal))
    TerminalRestoration.disarm(slot)
    TerminalRestoration.restore(slot)
    #expect(!echoes(terminal.terminal))
  }

  @Test("Restoration does not wait for a terminal that does not read, and still reaches it")
  func frozen() async throws {
    let terminal = try #require(PseudoTerminal())
    let raw = try #require(RawMode(terminal.terminal))
    let output = open(String(cString: ttyname(terminal.terminal)), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    let slot = try #require(TerminalRestoration.arm(input: terminal.terminal, output: output, settings: raw.before))
    raw.begin()
    // Fills the terminal to the last byte, because the codes that restore the screen are short.
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
    for count in [block.count, 1] {
      while write(output, block, count) > 0 {}
      #expect(errno == EAGAIN)
    }
    TerminalRestoration.restore(slot)
    TerminalRestoration.disarm(slot)
    #expect(echoes(terminal.terminal))
    #expect(await terminal.read(until: "\u{1B}[?1049l").hasSuffix(ScreenPainter.end))
  }

  @Test("Restoration supports up to 16 terminals, and refuses more")
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

  /// The descriptor of the terminal, which a handler can use without capturing it.
  private static let known: CInt = 200

  @Test(
    "Restoration comes before the program's own handler of a crash, also in a trap",
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

  /// Begins a window in a process that has its own handlers.
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

  @Test("A screen is drawn again if the program's own handler continues")
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

  @Test("Restoration comes before a normal exit")
  func exiting() async {
    // Exit handlers run in reverse order, so the one that is registered first sees the effect of the others.
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
