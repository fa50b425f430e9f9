import FlowScreens
import Testing

struct SmokeTests {
  @Test("A layout becomes lines")
  func laidOut() {
    #expect(ScreenLayout.row([.text("Milk"), .bar(fraction: 1)]).lines(16) == ["Milk ██████ 100%"])
  }
}
