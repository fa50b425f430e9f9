import Testing

@testable import FlowTerminal

@Suite("ProgressLine")
struct ProgressLineTests {
  @Test("cuts a text that would not fit, so that it stays on one line")
  func fits() {
    for (columns, shown) in [(80, "| Loading"), (10, "| Loading"), (9, "| Loadin"), (3, "| "), (1, "| ")] {
      var line = ProgressLine(mode: .animated(columns: columns))
      #expect(line.start("Loading") == "\r\(shown)\u{1B}[K")
    }
  }

  @Test("counts two columns for what may be wide")
  func wide() {
    var line = ProgressLine(mode: .animated(columns: 8))
    #expect(line.start("李小龍") == "\r| 李小\u{1B}[K")
  }

  @Test("makes control characters visible")
  func printable() {
    var line = ProgressLine(mode: .plain)
    #expect(line.start("a\n\u{1B}[2J") == "a\\u{A}\\u{1B}[2J\n")
  }

  @Test("turns round")
  func turns() {
    var line = ProgressLine(mode: .animated(columns: 80))
    _ = line.start("a")
    let drawings = (0..<4).map { _ in line.tick(in: line.turn) }
    #expect(drawings == ["/", "-", "\\", "|"].map { "\r\($0) a\u{1B}[K" })
  }

  @Test("ignores a tick of an earlier turn, and every tick when it shows nothing")
  func outdated() {
    var line = ProgressLine(mode: .animated(columns: 80))
    #expect(line.tick(in: line.turn) == "")
    _ = line.start("a")
    let turn = line.turn
    _ = line.stop()
    #expect(line.tick(in: turn) == "")
    #expect(line.tick(in: line.turn) == "")
    _ = line.start("a")
    #expect(line.tick(in: turn) == "")
  }
}
