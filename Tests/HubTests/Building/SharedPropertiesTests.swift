import FlowJSON
import Testing

@testable import Hub

@Suite("Components with only defaults")
struct SharedPropertiesTests {
  private func place(_ properties: Indirect<HubComponentProperties>) -> UnsafePointer<HubComponentProperties>? {
    properties.withPlace { $0 }
  }

  @Test("They share their properties, and reading a document that sets none changes nothing")
  func sharing() {
    var (first, second) = (HubComponentModelBuilder(identifier: "a"), HubComponentModelBuilder(identifier: "b"))
    first.addJSON(["id": "a", "unknown": 1])
    second.addJSON([:])
    #expect(place(first.sharedProperties) == place(second.sharedProperties))
    second.title = "x"
    #expect(first.title == nil && second.title == "x" && second.componentName == "row")
    #expect(place(first.sharedProperties) != place(second.sharedProperties))
    #expect(first.build().title == nil && second.build().title == "x")
  }

  @Test("A builder and a model take little memory")
  func size() {
    #expect(MemoryLayout<HubComponentModelBuilder>.size <= 120)
  }
}
