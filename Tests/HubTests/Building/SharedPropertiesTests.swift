import FlowJSON
import Testing

@testable import Hub

@Suite("Components with only defaults")
struct SharedPropertiesTests {
  private func place(_ properties: Indirect<HubComponentProperties>) -> UnsafePointer<HubComponentProperties>? {
    properties.withPlace { $0 }
  }

  @Test("Components with only defaults share their properties until one is set")
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

  @Test("A component builder takes at most 120 bytes")
  func size() {
    #expect(MemoryLayout<HubComponentModelBuilder>.size <= 120)
  }
}
