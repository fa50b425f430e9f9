import FlowJSON
import Hub
import Testing

@Suite("The component registry")
struct HubComponentRegistryTests {
  @Test("The namespace's factory makes a component, and the fallback for the category if it declines")
  func factory() throws {
    var components = HubComponentRegistry(fallback: CategoryNames())
    try components.register("shop", Shop())
    let view = try Fixtures.view([
      ["component": ["id": "shop:price", "category": "card"], "text": ["title": "Soup", "accessory": "5"]],
      ["component": ["id": "shop:unknown", "category": "card"]],
      ["component": ["id": "other:price", "category": "banner"]],
      ["component": ["id": "other:price", "category": ""]],
    ])
    #expect(
      view.bodyComponentModels.map { components.component(for: $0) } == [
        "Soup: 5", "fallback for card", "fallback for banner", "fallback for ",
      ])
  }

  @Test("A component shows its children and selects them through its context")
  func context() throws {
    var components = HubComponentRegistry(fallback: CategoryNames())
    try components.register("shop", Shop())
    let list = Fixtures.component([
      "component": ["id": "shop:list"],
      "children": [
        ["id": "a", "component": ["id": "shop:price"], "text": ["title": "A", "accessory": "1"]], ["id": "b"],
      ],
    ])
    var selected: [String] = []
    let text = components.component(for: list) { selected.append($0.identifier) }
    #expect(text == "A: 1, fallback for row")
    #expect(selected == ["a", "b"])
  }

  @Test("A namespace has one factory, and unregistering an unknown namespace does nothing")
  func registering() throws {
    var components = HubComponentRegistry(fallback: CategoryNames())
    try components.register("shop", Shop())
    #expect(throws: HubRegistrationError.alreadyRegistered(.componentFactory, "shop")) {
      try components.register("shop", Shop())
    }
    #expect(throws: HubRegistrationError.emptyIdentifier(of: .componentFactory)) {
      try components.register("", Shop())
    }
    components.unregister("nobody")
    components.unregister("shop")
    let price = Fixtures.component(["component": ["id": "shop:price"]])
    #expect(components.component(for: price) == "fallback for row")
    try components.register("shop", Shop())
  }
}

private struct Shop: HubComponentFactory {
  func component(named name: String, for model: HubComponentModel, in context: HubComponentContext<String>) -> String? {
    switch name {
    case "price": return "\(model.title ?? ""): \(model.accessoryTitle ?? "")"
    case "list":
      model.childComponentModels.forEach(context.select)
      return model.childComponentModels.map { context.component(for: $0) }.joined(separator: ", ")
    default: return nil
    }
  }
}
