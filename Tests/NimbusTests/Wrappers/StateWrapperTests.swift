import FlowJSON
import FlowScreens
import Foundation
import Testing

@testable import Nimbus

@Suite("@State")
struct StateWrapperTests {
  private struct Links: Decodable {
    @State var url: URL
    @State var string: String?
  }

  private struct Ignoring: ViewDecodable {
    var y: Int
    var z: Int?
    @State var x = 3

    enum CodingKeys: CodingKey {
      case y
    }

    func render(_ context: ComponentContext) -> ScreenLayout { .text("\(x)") }
  }

  private struct Defaulted: Decodable {
    @State var count = 7
  }

  @Test("NB-19: A state starts with the decoded value, and an optional one also without a value")
  func initial() throws {
    let links = try NimbusDecoder.decode(Links.self, from: ["url": "url"] as JSONObject)
    #expect(links.url == URL(strict: "url") && links.string == nil)
    #expect(try NimbusDecoder.decode(Links.self, from: ["url": "u", "string": nil] as JSONObject).string == nil)
    #expect(try NimbusDecoder.decode(Links.self, from: ["url": "u", "string": 5] as JSONObject).string == "5")
    #expect(decodingOutcome { try NimbusDecoder.decode(Links.self, from: [:] as JSONObject) } == "no key url at ")
    #expect(
      decodingOutcome { try NimbusDecoder.decode(Defaulted.self, from: [:] as JSONObject) } == "no key count at ")
    #expect(
      decodingOutcome { try NimbusDecoder.decode(Defaulted.self, from: ["count": "a"] as JSONObject) }
        == "mismatch Int at count")
  }

  @Test("NB-20: A state keeps its declared value if the coding keys omit it")
  func ignored() throws {
    let component = try NimbusDecoder.decode(Ignoring.self, from: ["y": 1, "z": 2, "x": 9] as JSONObject)
    #expect(component.y == 1 && component.z == nil && component.x == 3)
  }

  @Test("A state is shared by copies and requests a drawing, whether it was decoded or not")
  func changes() throws {
    var redrawn = 0
    let node = ServerDrivenNode(id: "1", component: "app:x", properties: .json(["y": 1]))
    let component = try NimbusDecoder.decode(Ignoring.self, from: node, in: NodeEnvironment(onChange: { redrawn += 1 }))
    let copy = component
    copy.x += 1
    #expect(component.render(ComponentContext(id: "1")).shown == ["4"])
    #expect(redrawn == 1)
    let counter = try NimbusDecoder.decode(
      Defaulted.self, from: ServerDrivenNode(id: "2", component: "app:y", properties: .json(["count": "1"])),
      in: NodeEnvironment(onChange: { redrawn += 1 }))
    counter.count = 5
    #expect(counter.count == 5 && redrawn == 2)
  }

  private struct Nesting: Decodable {
    let inner: Defaulted
    @State var own: String
  }

  @Test("A state keeps its value, by name, when its component is decoded again")
  func carried() throws {
    let value: JSONObject = ["inner": ["count": 1], "own": "a"]
    let old = try NimbusDecoder.decode(Nesting.self, from: value)
    old.inner.count = 8
    old.own = "b"
    let new = try NimbusDecoder.decode(Nesting.self, from: value)
    LocalStates(of: new).carry(from: LocalStates(of: old))
    #expect(new.inner.count == 8 && new.own == "b")
    new.own = "c"
    // A closure of the replaced component that still runs doesn't bring its earlier value back.
    old.own += "d"
    #expect(old.own == "cd" && new.own == "cd")
  }

  private struct Plain {
    let title: String?
    let inner: Inner
    struct Inner { let size: Int }
  }

  private struct Open {
    let anything: Any
  }

  private struct Maybe {
    let state: State<Int>?
  }

  @Test("A type that cannot contain a state is remembered, and one that may contain it is searched each time")
  func statelessTypes() {
    let types = StatelessTypes()
    #expect(types.states(of: Plain(title: nil, inner: Plain.Inner(size: 1))) == nil)
    #expect(LocalStates(of: Plain(title: "a", inner: Plain.Inner(size: 1))).isNeverFilled)
    _ = types.states(of: Open(anything: 1))
    var changes = 0
    let state = State(wrappedValue: 1)
    types.states(of: Open(anything: state))?.connect { changes += 1 }
    state.wrappedValue = 2
    #expect(changes == 1)
    _ = types.states(of: Maybe(state: nil))
    types.states(of: Maybe(state: state))?.connect { changes += 10 }
    state.wrappedValue = 3
    #expect(changes == 11)
  }

  @Test("A state can be decoded by any decoder")
  func foreign() throws {
    #expect(try JSONDecoder().decode(Defaulted.self, from: Data(#"{"count": 2}"#.utf8)).count == 2)
  }
}
