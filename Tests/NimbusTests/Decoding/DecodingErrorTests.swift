import FlowJSON
import Nimbus
import Testing

@Suite("Decoding errors")
struct DecodingErrorTests {
  private struct Required: Decodable {
    let a: String
  }

  private struct Optional: Decodable {
    let a: Int?
  }

  private struct Lists: Decodable {
    struct Inner: Decodable {
      let xs: [[Int]]
    }
    let q: Inner
  }

  @Test("NB-07: A decoding error has the whole path to the wrong element")
  func path() throws {
    let value: JSONValue = ["q": ["xs": [[1], [2, "z"]]]]
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Lists.self, from: value) }
    #expect(error?.outcome == "mismatch Int at q.xs.1.1")
    guard case .typeMismatch(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.intValue) == [nil, nil, 1, 1])
    #expect(context.debugDescription == "Expected Int, found the string \"z\".")
  }

  @Test("NB-09: An absent key is an error at its container, a wrong optional one at its key, and null is nil")
  func keys() throws {
    let absent = #expect(throws: DecodingError.self) {
      try NimbusDecoder.decode(Required.self, from: [:] as JSONObject)
    }
    #expect(absent?.outcome == "no key a at ")
    #expect(absent?.message == "Expected a member named \"a\", found none.")
    #expect(
      decodingOutcome { try NimbusDecoder.decode(Optional.self, from: ["a": "abc"] as JSONObject) }
        == "mismatch Int at a")
    #expect(try NimbusDecoder.decode(Optional.self, from: ["a": nil] as JSONObject).a == nil)
    #expect(try NimbusDecoder.decode(Optional.self, from: [:] as JSONObject).a == nil)
  }

  @Test(
    "A decoding error names the requested type and what was found",
    arguments: [
      (nil, "null"), (true, "the bool true"), (5, "the integer 5"), (1.5, "the number 1.5"),
      ("s", "the string \"s\""), ([1], "an array"),
    ] as [(JSONValue, String)])
  func found(value: JSONValue, found: String) {
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode([String: Int].self, from: value) }
    #expect(error?.message == "Expected Dictionary<String, Int>, found \(found).")
  }

  @Test("A decoding error names events, also inside other values")
  func events() {
    let event = NimbusValue.event(ServerDrivenEvent(name: "e") { _ in })
    for (value, found) in [
      (event, "an event"), (.array([event]), "an array that contains an event"),
      (.object(["e": event]), "an object that contains an event"),
    ] {
      let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Int.self, from: value) }
      #expect(error?.message == "Expected Int, found \(found).")
      #expect(error?.outcome == "mismatch Int at ")
    }
  }

  @Test("Decoding refuses types that are nested too deeply")
  func depth() throws {
    struct Tree: Decodable {
      let below: [Tree]?
    }
    func tree(_ depth: Int) -> JSONValue {
      (0..<depth).reduce([:]) { tree, _ in ["below": [tree]] }
    }
    #expect(try NimbusDecoder.decode(Tree.self, from: tree(64)).below?.count == 1)
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Tree.self, from: tree(65)) }
    #expect(error?.message == "The types are nested deeper than 128 levels.")
  }

  @Test("A decoding error shortens long names, also in its path")
  func longNames() throws {
    let name = String(repeating: "q", count: 100_000)
    for value in [[name: true], [name: [:]], ["a": [name: true]]] as [JSONValue] {
      let error = #expect(throws: DecodingError.self) {
        try value["a"] == nil
          ? NimbusDecoder.decode([String: Int].self, from: value).count
          : NimbusDecoder.decode([String: [String: Int]].self, from: value).count
      }
      #expect(error.map { "\($0)".utf8.count < 500 } == true)
      #expect(error?.outcome.hasSuffix("q…") == true)
    }
  }
}
