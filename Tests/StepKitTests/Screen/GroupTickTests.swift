import FlowJSON
import StepKit
import Testing

@Suite("A tick in a large group")
struct GroupTickTests {
  private func items(_ count: Int) -> [CheckBoxItem] { (0..<count).map { CheckBoxItem(title: "\($0)") } }

  /// The address of the items in memory, which a copy would change.
  private func place(of action: StepAction) -> UnsafePointer<CheckBoxItem>? {
    guard case .checkBoxGroup(let items) = action else { return nil }
    return items.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test("A tick does not copy the items, although the caller keeps the steps")
  func noCopies() {
    let steps = [Step(title: "a", description: "", action: .checkBoxGroup(items: items(1000)))]
    let view = StepFlowView(steps: steps)
    let start = place(of: view.steps[0].action)
    #expect(start != place(of: steps[0].action))
    for item in [3, 999, 0] {
      #expect(view.perform(.tick(item: item)) == nil)
      #expect(place(of: view.steps[0].action) == start)
    }
    #expect(view.offers.count == 997)
    #expect(place(of: steps[0].action) != start && steps[0].action.json.jsonText.contains("completed") == false)
  }

  @Test("Ticking the last open item completes a group, whatever its position")
  func completion() {
    var some = items(5)
    some[1].completed = true
    let view = StepFlowView(steps: [
      Step(title: "a", description: "", action: .checkBoxGroup(items: some)),
      Step(title: "b", description: "", action: .checkBoxGroup(items: items(2))),
    ])
    for item in [4, 0, 3] { #expect(view.perform(.tick(item: item)) == nil) }
    #expect(view.perform(.tick(item: 0))?.reason == .ticked(item: 0))
    #expect(view.perform(.tick(item: 5))?.reason == .noSuchItem(5, count: 5))
    #expect(view.currentIndex == 0)
    #expect(view.perform(.tick(item: 2)) == nil)
    #expect(view.currentIndex == 1)
    for item in [1, 0] { #expect(view.perform(.tick(item: item)) == nil) }
    #expect(view.isFinished && view.steps.allSatisfy(\.isCompleted))
  }
}
