import Glibc
import Testing

@testable import FlowTerminal

@Suite("RawMode", .enabled(if: PseudoTerminal.isAvailable))
struct RawModeTests {
  private func settings(_ descriptor: CInt) -> (echo: Bool, canonical: Bool, signals: Bool, flags: [tcflag_t]) {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    let local = settings.c_lflag
    return (
      local & tcflag_t(ECHO) != 0, local & tcflag_t(ICANON) != 0, local & tcflag_t(ISIG) != 0,
      [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    )
  }

  @Test("Raw mode turns off echo, line editing and signals, and restores the settings")
  func raw() throws {
    let terminal = try #require(PseudoTerminal())
    let before = settings(terminal.terminal)
    #expect(before.echo && before.canonical && before.signals)
    let mode = try #require(RawMode(terminal.terminal))
    mode.begin()
    let raw = settings(terminal.terminal)
    #expect(!raw.echo && !raw.canonical && !raw.signals)
    mode.end()
    #expect(settings(terminal.terminal).flags == before.flags)
    mode.begin()
    mode.end()
    #expect(settings(terminal.terminal).flags == before.flags)
  }

  @Test("Raw mode is not available for a descriptor that is not a terminal")
  func pipe() {
    #expect(RawMode(Pipe().readEnd) == nil)
    #expect(RawMode(closedDescriptor) == nil)
  }
}
