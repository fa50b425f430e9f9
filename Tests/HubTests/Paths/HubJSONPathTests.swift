import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Paths")
struct HubJSONPathTests {
  private let path = HubJSONPath()

  @Test("The Hub Framework's names make the same paths")
  func frameworkNames() {
    let object: JSONObject = ["rows": [["title": "a"], ["title": 1], ["title": "b"]]]
    let framework = path.goTo("rows").forEach().runBlock("title") { $0["title"] }.runBlock { $0 }.stringPath
    let ours = path.member("rows").elements.compactMap(named: "title") { $0["title"] }.compactMap { $0 }.stringPath
    #expect(framework.description == ours.description)
    #expect(framework.values(from: object) == ["a", "b"])
    #expect(ours.values(from: object) == ["a", "b"])
  }

  @Test("The description of a path shows its steps")
  func text() {
    #expect(path.description == "$")
    #expect(path.member("body").elements.member("text").member("title").stringPath.description == "body[].text.title")
    #expect(path.elements.member("a").description == "[].a")
    #expect(path.member("odd name").member("a.b").description == #"["odd name"]["a.b"]"#)
    let combined = path.member("A").combined(with: path.member("B")).combined(with: path.member("C").member("D"))
    #expect(combined.member("x").description == "(A | B | C.D).x")
    #expect(
      path.member("a").stringPath.untyped.compactMap(named: "shout") { $0 }.stringPath.description
        == "a<a string>{shout}")
  }

  @Test("A null member is a value, and a missing member is not")
  func null() {
    #expect(path.member("a").values(from: ["a": nil]) == [.null])
    #expect(path.member("a").values(from: [:]).isEmpty)
  }

  @Test("Nested arrays are traversed in order")
  func nestedArrays() {
    let values = path.member("a").elements.elements.integerPath.values(from: ["a": [[1, 2], 3, [], [4, "x", 5]]])
    #expect(values == [1, 2, 4, 5])
  }

  @Test("A block can drop a value, and a destination drops values of the wrong type")
  func blocks() {
    let doubled = path.member("a").elements.compactMap { value in
      switch value {
      case .integer(let integer): .integer(2 * integer)
      case .string: "text"
      default: nil
      }
    }
    #expect(doubled.values(from: ["a": [1, "x", nil, 3]]) == [2, "text", 6])
    #expect(doubled.integerPath.values(from: ["a": [1, "x", nil, 3]]) == [2, 6])
    #expect(doubled.stringPath.string(from: ["a": [1, "x", nil, 3]]) == "text")
  }

  @Test("A block at the start of a path receives the starting value, which can be of any type")
  func blockFirst() {
    let path = path.compactMap { $0 == 5 ? "five" : nil }.stringPath
    #expect(path.first(startingAt: 5) == "five")
    #expect(path.first(startingAt: [:]) == nil)
  }

  @Test("Three combined paths keep their order, also when the combination is on the right")
  func threeCombined() {
    let (a, b, c) = (path.member("A"), path.member("B"), path.member("C"))
    let object: JSONObject = ["C": "c", "B": "b", "A": "a"]
    #expect(a.combined(with: b).combined(with: c).stringPath.values(from: object) == ["a", "b", "c"])
    #expect(a.combined(with: b.combined(with: c)).stringPath.values(from: object) == ["a", "b", "c"])
  }

  @Test("Combined paths start from one object, are extended together, and skip values that are not objects")
  func combinedStarts() {
    let names = path.elements.combined(with: path.member("rows").elements)
    #expect(names.values(startingAt: ["a"]).isEmpty)
    #expect(path.elements.values(startingAt: ["a"]) == ["a"])
    let titles = path.member("a").combined(with: path.member("b")).member("title").stringPath
    #expect(titles.values(from: ["a": ["title": "1"], "b": ["title": "2"]]) == ["1", "2"])
    #expect(titles.values(from: ["a": "no object", "b": ["title": "2"]]) == ["2"])
  }

  @Test("A typed path that is made untyped still filters by its type")
  func keptFilter() {
    let numbers = path.member("a").integerPath.untyped.combined(with: path.member("b").integerPath.untyped)
    #expect(numbers.values(from: ["a": "x", "b": 2]) == [2])
    #expect(numbers.stringPath.values(from: ["a": "x", "b": 2]).isEmpty)
  }

  @Test(
    "An integer path drops fractions and limits numbers to the range of integers",
    arguments: [
      (1.9, 1), (-1.9, -1), (1e300, .max), (-1e300, .min), (9.3e18, .max), (0.0, 0),
    ] as [(Double, Int64)])
  func integers(number: Double, expected: Int64) {
    #expect(path.member("k").integerPath.integer(from: ["k": .number(number)]) == expected)
  }

  @Test("A Boolean path reads zero as false and other numbers as true, and no strings")
  func booleans() {
    let path = path.member("k").boolPath
    #expect(!path.bool(from: ["k": 0]))
    #expect(!path.bool(from: ["k": 0.0]))
    #expect(path.bool(from: ["k": 0.5]))
    #expect(path.values(from: ["k": "true"]).isEmpty)
    #expect(path.values(from: ["k": false]) == [false])
  }

  @Test(
    "A URL path reads only valid URLs",
    arguments: [
      ("spotify:hub:target", true), ("schema://url", true), ("url1", true), ("5", true), ("", false), ("a b", false),
    ])
  func urls(text: String, isURL: Bool) {
    #expect((path.member("k").urlPath.url(from: ["k": .string(text)]) != nil) == isURL)
  }

  @Test("A custom type can be a destination")
  func ownDestination() {
    let path = path.member("k").path(to: Celsius.self)
    #expect(path.first(from: ["k": 21.5]) == Celsius(degrees: 21.5))
    #expect(
      path.explanation(of: ["k": "warm"]).description
        == #"k gave nothing. At $.k: expected degrees, found the string "warm"."#)
  }

  @Test("A path can have 1,000 steps or 1,000 combinations")
  func long() {
    let far = (0..<1_000).reduce(path) { path, _ in path.member("a") }
    #expect(far.values(from: ["a": "x"]).isEmpty)
    let wide = (0..<1_000).reduce(path.member("z")) { path, _ in path.combined(with: HubJSONPath().member("a")) }
    #expect(wide.stringPath.values(from: ["a": "x"]).count == 1_000)
  }
}

private struct Celsius: HubJSONPathValue, Equatable {
  let degrees: Double

  static var expectation: String { "degrees" }

  init(degrees: Double) {
    self.degrees = degrees
  }

  init?(hubValue value: JSONValue) {
    guard case .number(let degrees) = value else { return nil }
    self.degrees = degrees
  }
}
