import FlowScreens
import Testing

@testable import StepKit

/// A key press in a long list redraws one section.
struct DrawnStepsTests {
  @Test("Only the section of the current step and sections with changes are drawn again")
  func sections() {
    let view = StepFlowView(steps: (0..<2_000).map { Step(title: "\($0)", description: "") })
    let drawn = DrawnSteps()
    var count = 0
    func draw() -> Int {
      count = 0
      let layouts = drawn.layouts(of: view) { index in
        count += 1
        return .text(StyledText("\(index) \(view.status(of: index))"))
      }
      #expect(
        ScreenLayout.column(layouts).laidOut(width: 40).text
          == view.steps.indices.map { "\($0) \(view.status(of: $0))" })
      return count
    }
    #expect(draw() == 2_000)
    #expect(draw() == 256)
    for _ in 0..<255 { view.perform(.press) }
    #expect(draw() == 256)
    view.perform(.press)
    #expect(draw() == 512, "the last step of a section was completed, and the first of the next one is current")
    #expect(draw() == 256)
    #expect(view.toggle(0) == nil)
    #expect(draw() == 512)
    view.replace(Array(view.steps.prefix(300)))
    #expect(draw() == 300)
  }
}
