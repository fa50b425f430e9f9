import Testing

@testable import FlowTerminal

@Suite("ProgressLine")
struct ProgressLineTests {
  @Test("A text is cut so that it fits on one line")
  func fits() {
    for (columns, shown) in [(80, "| Loading"), (10, "| Loading"), (9, "| Loadin"), (3, "| "), (1, "| ")] {
      var line = ProgressLine(mode: .animated(columns: columns))
      #expect(line.start("Loading") == "\r\(shown)\u{1B}[K")
    }
  }

  @Test("A wide character counts as two columns")
  func wide() {
    var line = ProgressLine(mode: .animated(columns: 8))
    #expect(line.start("李小龍") == "\r| 李小\u{1B}[K")
  }

  @Test("Control characters are shown as codes")
  func printable() {
    var line = ProgressLine(mode: .plain)
    #expect(line.start("a\n\u{1B}[2J") == "a\\u{A}\\u{1B}[2J\n")
  }

  @Test("Each tick shows the next of four characters")
  func turns() {
    var line = ProgressLine(mode: .animated(columns: 80))
    _ = line.start("a")
    let drawings = (0..<4).map { _ in line.tick(in: line.turn) }
    #expect(drawings == ["/", "-", "\\", "|"].map { "\r\($0) a\u{1B}[K" })
  }

  @Test("A tick of an earlier turn is ignored, and so is every tick when nothing is shown")
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
