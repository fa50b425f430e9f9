import Foundation
import StepKit
import Testing

struct SmokeTests {
  @Test("A list of steps is read, and a step is completed")
  func list() throws {
    let text = """
      [{"title":"A","description":"a","action":{"button":{"title":"Next"}}},
       {"title":"B","description":"b","action":{"timer":{"seconds":300}}}]
      """
    let view = try StepFlowView(data: Data(text.utf8))
    #expect(view.perform(.press) == nil)
    #expect(view.steps.indices.map { view.status(of: $0) } == [.completed, .current])
  }
}
