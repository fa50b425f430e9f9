import FlowJSON
import FlowScreens
import Foundation
import Nimbus
import Testing

@Suite("@Children")
struct ChildrenTests {
  private struct Style: Decodable {
    let color: String
  }

  private struct Container<Content: Component>: ViewDecodable {
    @Children var anyName: () -> Content
    func render(_ context: ComponentContext) -> ScreenLayout { anyName().render(context) }
  }

  private struct Each: ViewDecodable {
    @Children var content: () -> [AnyComponent]
    func render(_ context: ComponentContext) -> ScreenLayout { .row(content().map { $0.render(context) }) }
  }

  private struct Styled: ViewDecodable {
    let style: Style
    let content: () -> AnyComponent
    let press: () -> Void

    enum CodingKeys: CodingKey {
      case content, onPress
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let inner = try Inner(from: members.superDecoder())
      (style, press) = (inner.style, inner.press)
      content = try members.superDecoder().singleValueContainer().decode(Children<AnyComponent>.self).wrappedValue
    }

    struct Inner: Decodable {
      let style: Style
      @Event var onPress: () -> Void
      var press: () -> Void { onPress }

      init(from decoder: any Decoder) throws {
        style = try Style(from: decoder)
        _onPress = try decoder.container(keyedBy: CodingKeys.self).decode(Event.self, forKey: .onPress)
      }
    }

    func render(_ context: ComponentContext) -> ScreenLayout { content().render(context) }
  }

  private let environment = NodeEnvironment(render: drawNode)
  private let context = ComponentContext(id: "1")

  private func node(_ properties: NimbusValue? = nil) -> ServerDrivenNode {
    ServerDrivenNode(
      id: "1", component: "app:container", properties: properties,
      children: [textNode("2", "one"), textNode("3", "two")])
  }

  @Test("NB-17: Children are drawn in order, and a leaf draws nothing")
  func draws() throws {
    let container = try NimbusDecoder.decode(Container<AnyComponent>.self, from: node(), in: environment)
    #expect(container.render(context).shown == ["one", "two"])
    let leaf = ServerDrivenNode(id: "4", component: "app:container")
    let empty = try NimbusDecoder.decode(Container<AnyComponent>.self, from: leaf, in: environment)
    #expect(empty.render(context).shown == [])
  }

  @Test("NB-17: Children and events are decoded beside a flattened style")
  func flattened() throws {
    let probe = EventProbe()
    let styled = try NimbusDecoder.decode(
      Styled.self, from: node(.object(["color": .json("red"), "onPress": .event(probe.event())])), in: environment)
    #expect(styled.style.color == "red")
    #expect(styled.render(context).shown == ["one", "two"])
    styled.press()
    #expect(probe.count == 1)
  }

  @Test("Children can be decoded as a list")
  func list() throws {
    let each = try NimbusDecoder.decode(Each.self, from: node(), in: environment)
    #expect(each.content().map { $0.render(context).shown } == [["one"], ["two"]])
  }

  @Test("A type nested under a key receives the children of the node")
  func nested() throws {
    let outer = try NimbusDecoder.decode(
      [String: Each].self, from: node(.json(["a": [:]])), in: environment)
    #expect(outer["a"]?.render(context).shown == ["one", "two"])
  }

  @Test("There are no children without an environment or a node")
  func without() throws {
    #expect(try NimbusDecoder.decode(Each.self, from: node()).render(context).shown == [])
    #expect(try NimbusDecoder.decode(Each.self, from: [:] as JSONObject).render(context).shown == [])
  }

  private struct Plain: Component {
    func render(_ context: ComponentContext) -> ScreenLayout { .nothing }
  }

  @Test("Children of another type or from another decoder are refused")
  func refused() {
    let error = #expect(throws: DecodingError.self) {
      try NimbusDecoder.decode(Container<Plain>.self, from: node(), in: environment)
    }
    #expect(error?.outcome == "corrupted at ")
    #expect(error?.message == "Children must be AnyComponent or [AnyComponent], not Plain.")
    let foreign = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Container<AnyComponent>.self, from: Data("{}".utf8))
    }
    #expect(foreign?.outcome == "corrupted at ")
    #expect(foreign?.message == "Content is only available through the Nimbus decoder.")
  }
}
