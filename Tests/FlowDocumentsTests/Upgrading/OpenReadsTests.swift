import FlowJSON
import FlowState
import Testing

@testable import FlowDocuments
@testable import FlowDurable

/// The values that runs at a place must have.
struct OpenReadsTests {
  @Test("The values that the steps ahead of a place read are found once for all runs that stand there")
  func once() throws {
    let document = try FlowDocument(
      parsing: Passport.document(
        #"{"id":"a","form":{"fields":[{"name":"x"}]}},{"id":"b","form":{"fields":[{"name":"y"}]}},"#
          + #"{"id":"c","page":{"title":"C"},"routes":[{"to":"end","when":"@{eq(a.x, b.y)}"}]}"#),
      for: Passport.registry())
    let fit = DocumentFit(
      content: document.content, ways: document.ways, shapes: document.shapes, reads: document.reads)
    func misfit(at step: String, _ values: JSONValue) -> PositionMisfit? {
      fit.misfit(
        of: StoredPosition(step: step, assignments: [], values: [KeptValue(values, version: document.version + 1)]))
    }
    #expect(misfit(at: "b", ["a": ["x": "1"]]) == nil)
    #expect(misfit(at: "b", [:])?.expected == "a value of 'a'")
    #expect(misfit(at: "b", [:])?.expected == "a value of 'a'")
    #expect(fit.open.searches == 1)
    #expect(misfit(at: "c", ["a": ["x": "1"]])?.expected == "a value of 'b'")
    #expect(fit.open.searches == 2)
    #expect(fit.open.reads(from: 0, on: 0) == [])
  }
}
