import StepKit
import Testing

@Suite("The duration of a custom timer")
struct CustomDurationTests {
  @Test(
    "A custom duration is limited and rounded down to a mark of the dial",
    arguments: [
      (100, 96), (96, 96), (5.9, 0), (6, 6), (3600, 3600), (3599, 3594), (9999, 3600), (.infinity, 3600), (-1, 0),
      (.nan, 0),
    ] as [(Double, Double)])
  func nearest(asked: Double, set: Double) {
    #expect(CustomDuration.roundingDown(asked) == set)
  }
}
