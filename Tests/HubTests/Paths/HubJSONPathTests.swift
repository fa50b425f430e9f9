import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Paths")
struct HubJSONPathTests {
  private let path = HubJSONPath()

  @Test("a path prints as what it does")
  func text() {
    #expect(path.description == "$")
    #expect(path.goTo("body").forEach().goTo("text").goTo("title").stringPath.description == "body[].text.title")
    #expect(path.forEach().goTo("a").description == "[].a")
    #expect(path.goTo("odd name").goTo("a.b").description == #"["odd name"]["a.b"]"#)
    let combined = path.goTo("A").combine(with: path.goTo("B")).combine(with: path.goTo("C").goTo("D"))
    #expect(combined.goTo("x").description == "(A | B | C.D).x")
    #expect(path.goTo("a").stringPath.untyped.runBlock("shout") { $0 }.stringPath.description == "a<a string>{shout}")
  }

  @Test("a null member is a value; a missing one is none")
  func null() {
    #expect(path.goTo("a").values(from: ["a": nil]) == [.null])
    #expect(path.goTo("a").values(from: [:]).isEmpty)
  }

  @Test("nested arrays are gone through in order")
  func nestedArrays() {
    let values = path.goTo("a").forEach().forEach().integerPath.values(from: ["a": [[1, 2], 3, [], [4, "x", 5]]])
    #expect(values == [1, 2, 4, 5])
  }

  @Test("a block may drop a value, or make one of the wrong type, which the destination drops")
  func blocks() {
    let doubled = path.goTo("a").forEach().runBlock { value in
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

  @Test("a block without anything before it sees what the path starts from, of any type")
  func blockFirst() {
    let path = path.runBlock { $0 == 5 ? "five" : nil }.stringPath
    #expect(path.first(startingAt: 5) == "five")
    #expect(path.first(startingAt: [:]) == nil)
  }

  @Test("three combined paths keep their order, also when the combination is on the right")
  func threeCombined() {
    let (a, b, c) = (path.goTo("A"), path.goTo("B"), path.goTo("C"))
    let object: JSONObject = ["C": "c", "B": "b", "A": "a"]
    #expect(a.combine(with: b).combine(with: c).stringPath.values(from: object) == ["a", "b", "c"])
    #expect(a.combine(with: b.combine(with: c)).stringPath.values(from: object) == ["a", "b", "c"])
  }

  @Test("combined paths start from the same object, go on together, and lead nowhere from what is no object")
  func combinedStarts() {
    let names = path.forEach().combine(with: path.goTo("rows").forEach())
    #expect(names.values(startingAt: ["a"]).isEmpty)
    #expect(path.forEach().values(startingAt: ["a"]) == ["a"])
    let titles = path.goTo("a").combine(with: path.goTo("b")).goTo("title").stringPath
    #expect(titles.values(from: ["a": ["title": "1"], "b": ["title": "2"]]) == ["1", "2"])
    #expect(titles.values(from: ["a": "no object", "b": ["title": "2"]]) == ["2"])
  }

  @Test("a type that is kept filters before what comes after it")
  func keptFilter() {
    let numbers = path.goTo("a").integerPath.untyped.combine(with: path.goTo("b").integerPath.untyped)
    #expect(numbers.values(from: ["a": "x", "b": 2]) == [2])
    #expect(numbers.stringPath.values(from: ["a": "x", "b": 2]).isEmpty)
  }

  @Test(
    "integers: a fraction is dropped, what is too big becomes the biggest",
    arguments: [
      (1.9, 1), (-1.9, -1), (1e300, .max), (-1e300, .min), (9.3e18, .max), (0.0, 0),
    ] as [(Double, Int64)])
  func integers(number: Double, expected: Int64) {
    #expect(path.goTo("k").integerPath.integer(from: ["k": .number(number)]) == expected)
  }

  @Test("booleans: zero is false, other numbers are true, words are nothing")
  func booleans() {
    let path = path.goTo("k").boolPath
    #expect(!path.bool(from: ["k": 0]))
    #expect(!path.bool(from: ["k": 0.0]))
    #expect(path.bool(from: ["k": 0.5]))
    #expect(path.values(from: ["k": "true"]).isEmpty)
    #expect(path.values(from: ["k": false]) == [false])
  }

  @Test(
    "URLs",
    arguments: [
      ("spotify:hub:target", true), ("schema://url", true), ("url1", true), ("5", true), ("", false), ("a b", false),
    ])
  func urls(text: String, isURL: Bool) {
    #expect((path.goTo("k").urlPath.url(from: ["k": .string(text)]) != nil) == isURL)
  }

  @Test("a type of one's own is a destination")
  func ownDestination() {
    let path = path.goTo("k").path(to: Celsius.self)
    #expect(path.first(from: ["k": 21.5]) == Celsius(degrees: 21.5))
    #expect(
      path.explain(["k": "warm"]).description == #"k gave nothing. At $.k: expected degrees, found the string "warm"."#)
  }

  @Test("long chains of steps and of combinations work")
  func long() {
    let far = (0..<1_000).reduce(path) { path, _ in path.goTo("a") }
    #expect(far.values(from: ["a": "x"]).isEmpty)
    let wide = (0..<1_000).reduce(path.goTo("z")) { path, _ in path.combine(with: HubJSONPath().goTo("a")) }
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
