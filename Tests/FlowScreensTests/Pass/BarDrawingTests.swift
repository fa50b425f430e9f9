import FlowScreens
import Testing

@Suite("Bars")
struct BarDrawingTests {
  @Test(
    "A bar is rounded down and shows the nearest percentage, but 100 only when it is full",
    arguments: [
      (0.0, "░░░░░░░░░░   0%"), (0.5, "█████░░░░░  50%"), (0.999, "█████████░  99%"),
      (2.0 / 3, "██████░░░░  67%"), (1.0 / 3, "███░░░░░░░  33%"), (0.005, "░░░░░░░░░░   1%"),
      (0.996, "█████████░  99%"),
      (0.004, "░░░░░░░░░░   0%"), (1.0, "██████████ 100%"),
      (-3.0, "░░░░░░░░░░   0%"), (7.0, "██████████ 100%"), (.nan, "░░░░░░░░░░   0%"), (.infinity, "██████████ 100%"),
    ] as [(Double, String)])
  func filled(fraction: Double, line: String) {
    #expect(ScreenLayout.bar(fraction: fraction).lines(15) == [line])
  }

  @Test("A bar omits its percentage where there is no room, and has at most 60 columns")
  func widths() {
    #expect(ScreenLayout.bar(fraction: 0.5).lines(9) == ["████░░░░░"])
    #expect(ScreenLayout.bar(fraction: 0.5).lines(1) == ["░"])
    #expect(ScreenLayout.bar(fraction: 0.5).lines(200).map(\.count) == [60])
  }

  @Test("A bar takes the rest of its row, or moves below it")
  func row() {
    #expect(ScreenLayout.row([.text("Milk"), .bar(fraction: 1)]).lines(16) == ["Milk ██████ 100%"])
    #expect(ScreenLayout.row([.text("Milk"), .bar(fraction: 1)]).lines(14) == ["Milk", "█████████ 100%"])
  }
}
