import Testing

@testable import FlowTerminal

@Suite("WindowSize")
struct WindowSizeTests {
  @Test("An unknown window size is 80 by 24")
  func unknown() {
    #expect(WindowSize(columns: 0, rows: -1) == WindowSize(columns: 80, rows: 24))
    #expect(WindowSize(of: Pipe().readEnd) == WindowSize(columns: 80, rows: 24))
  }

  @Test("The window size is that of the terminal", .enabled(if: PseudoTerminal.isAvailable))
  func known() throws {
    let terminal = try #require(PseudoTerminal(columns: 33))
    #expect(WindowSize(of: terminal.terminal) == WindowSize(columns: 33, rows: 24))
  }
}
