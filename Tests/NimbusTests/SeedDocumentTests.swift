import FlowJSON
import FlowScreens
import Nimbus
import Testing

// The examples of Nimbus SwiftUI's documentation, with our component protocol in place of SwiftUI's.

@Suite("Examples of Nimbus SwiftUI's documentation")
struct SeedDocumentTests {
  private let context = ComponentContext(id: "1")

  private struct WrappedContainer<Content: Component>: ViewDecodable {
    @Children var content: () -> Content

    func render(_ context: ComponentContext) -> ScreenLayout { content().render(context) }
  }

  private struct Container<Content: Component>: ViewDecodable {
    var content: () -> Content

    func render(_ context: ComponentContext) -> ScreenLayout { content().render(context) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      content = try container.decode(Children<Content>.self).wrappedValue
    }
  }

  @Test("A component decodes its children by a wrapper or by hand")
  func children() throws {
    let node = ServerDrivenNode(
      id: "1", component: "myApp:container", children: [textNode("2", "a"), textNode("3", "b")])
    let environment = NodeEnvironment(render: drawNode)
    let wrapped = try NimbusDecoder.decode(WrappedContainer<AnyComponent>.self, from: node, in: environment)
    let byHand = try NimbusDecoder.decode(Container<AnyComponent>.self, from: node, in: environment)
    #expect(wrapped.render(context).shown == ["a", "b"])
    #expect(byHand.render(context).shown == ["a", "b"])
  }

  private struct CoreActionUser: ActionDecodable {
    @CoreAction var actionObject: ActionTriggeredEvent

    func execute() { actionObject.scope.run(.string(actionObject.action.name)) }
  }

  @Test("An action has access to the event in which it runs")
  func coreAction() throws {
    let probe = EventProbe()
    let triggered = ActionTriggeredEvent(action: ServerDrivenAction(name: "myApp:act"), scope: probe.event())
    try NimbusDecoder.decode(CoreActionUser.self, from: triggered).execute()
    #expect(probe.values == ["myApp:act"])
  }

  private struct Action: ActionDecodable {
    var onFinish: () -> Void

    func execute() { onFinish() }

    enum CodingKeys: CodingKey {
      case onFinish
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      onFinish = try container.decode(Event.self, forKey: .onFinish).wrappedValue
    }
  }

  @Test("An action decodes an event, which does nothing if it is absent")
  func event() throws {
    let probe = EventProbe()
    let scope = ServerDrivenEvent(name: "onPress") { _ in }
    let with = ServerDrivenAction(name: "a", properties: .object(["onFinish": .event(probe.event("onFinish"))]))
    try NimbusDecoder.decode(Action.self, from: ActionTriggeredEvent(action: with, scope: scope)).execute()
    let without = ServerDrivenAction(name: "a")
    try NimbusDecoder.decode(Action.self, from: ActionTriggeredEvent(action: without, scope: scope)).execute()
    #expect(probe.count == 1)
  }

  private struct WithDefault: ViewDecodable {
    var bool: Bool = true

    func render(_ context: ComponentContext) -> ScreenLayout { .text("\(bool)") }

    enum CodingKeys: CodingKey {
      case bool
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      bool = try container.decodeIfPresent(Bool.self, forKey: .bool) ?? true
    }
  }

  @Test(
    "A property of a component can have a default value",
    arguments: [([:], true), (["bool": nil], true), (["bool": false], false)] as [(JSONObject, Bool)])
  func defaultValue(value: JSONObject, expected: Bool) throws {
    #expect(try NimbusDecoder.decode(WithDefault.self, from: value).bool == expected)
    #expect(throws: DecodingError.self) { try NimbusDecoder.decode(WithDefault.self, from: ["bool": 1] as JSONObject) }
  }

  private struct Flattened: ViewDecodable {
    struct Nested: Decodable {
      var value: Int
    }

    var nested: Nested

    func render(_ context: ComponentContext) -> ScreenLayout { .text("\(nested.value)") }

    init(from decoder: any Decoder) throws {
      nested = try Nested(from: decoder)
    }
  }

  @Test("A flat object is decoded as a nested structure")
  func flattened() throws {
    #expect(try NimbusDecoder.decode(Flattened.self, from: ["value": "7.9"] as JSONObject).nested.value == 7)
  }

  /// Decodes a value from the object that contains the property.
  @propertyWrapper
  private struct Root<Value: Decodable>: Decodable {
    var wrappedValue: Value

    init(from decoder: any Decoder) throws {
      wrappedValue = try Value(from: decoder.container(keyedBy: NoKeys.self).superDecoder())
    }

    enum NoKeys: CodingKey {}
  }

  private struct Rooted: Decodable {
    let nested: Root<Flattened.Nested>

    init(from decoder: any Decoder) throws { nested = try Root(from: decoder) }
  }

  @Test("A wrapper decodes a nested structure from the super decoder")
  func rooted() throws {
    #expect(try NimbusDecoder.decode(Rooted.self, from: ["value": "7.9"] as JSONObject).nested.wrappedValue.value == 7)
  }

  private struct Ignoring: ViewDecodable {
    var int: Int
    var ignoredInt: Int?
    @State var ignoredState: Int = 0

    func render(_ context: ComponentContext) -> ScreenLayout { .text("\(int)") }

    enum CodingKeys: CodingKey {
      case int
    }
  }

  @Test("A property without a coding key is ignored")
  func ignored() throws {
    let component = try NimbusDecoder.decode(
      Ignoring.self, from: ["int": 1, "ignoredInt": 2, "ignoredState": 3] as JSONObject)
    #expect(component.int == 1 && component.ignoredInt == nil && component.ignoredState == 0)
  }

  private struct Renamed: Decodable {
    var margin: Double

    enum CodingKeys: String, CodingKey {
      case margin = "all"
    }
  }

  @Test("A coding key can rename a property")
  func renamed() throws {
    #expect(try NimbusDecoder.decode(Renamed.self, from: ["all": 2] as JSONObject).margin == 2)
  }

  /// A Boolean value that is true if decoding fails.
  @propertyWrapper
  private struct OrTrue: Decodable {
    var wrappedValue: Bool

    init(from decoder: any Decoder) throws {
      wrappedValue = (try? decoder.singleValueContainer().decode(Bool.self)) ?? true
    }
  }

  private struct Forgiving: Decodable {
    @OrTrue var flag: Bool
  }

  @Test("A wrapper can use a default value on any failure")
  func forgiving() throws {
    #expect(try NimbusDecoder.decode(Forgiving.self, from: ["flag": "oops"] as JSONObject).flag)
    #expect(try !NimbusDecoder.decode(Forgiving.self, from: ["flag": false] as JSONObject).flag)
  }
}
