import FlowJSON
import Foundation
import Hub
import Synchronization
import Testing

@Suite("Acceptance: paths")
struct PathAcceptanceTests {
  @Test(
    "HB-08: A string path follows two members",
    arguments: [
      (["text": ["title": "T"]], "T"), (["text": "T"], nil), ([:], nil), (["text": ["title": nil]], nil),
    ] as [(JSONObject, String?)])
  func stringPath(object: JSONObject, expected: String?) {
    #expect(HubJSONPath().member("text").member("title").stringPath.string(from: object) == expected)
  }

  @Test(
    "HB-09: A path reads each element of an array",
    arguments: [
      (["array": ["a", 1, "b"]], ["a", "b"]), (["array": []], []), (["array": "x"], []), ([:], []),
    ] as [(JSONObject, [String])])
  func forEach(object: JSONObject, expected: [String]) {
    #expect(HubJSONPath().member("array").elements.stringPath.values(from: object) == expected)
  }

  @Test(
    "HB-10: Paths read booleans and integers, and each of them also as the other",
    arguments: [
      (["k": true], true, 1), (["k": "yes"], false, 0), ([:], false, 0), (["k": 15], true, 15), (["k": -15], true, -15),
    ] as [(JSONObject, Bool, Int64)])
  func boolAndInteger(object: JSONObject, bool: Bool, integer: Int64) {
    let path = HubJSONPath().member("k")
    #expect(path.boolPath.bool(from: object) == bool)
    #expect(path.integerPath.integer(from: object) == integer)
  }

  @Test(
    "HB-11: A URL path reads only URLs that are valid as they are written",
    arguments: [
      (["k": "http://www.spotify.com"], "http://www.spotify.com"), (["k": "é"], nil), (["k": 15], nil), ([:], nil),
    ] as [(JSONObject, String?)])
  func url(object: JSONObject, expected: String?) {
    #expect(HubJSONPath().member("k").urlPath.url(from: object)?.absoluteString == expected)
  }

  @Test("HB-12: Combined paths give the first value that fits, or all of them in order")
  func combined() {
    let path = HubJSONPath().member("A").combined(with: HubJSONPath().member("B")).stringPath
    #expect(path.string(from: ["A": "a", "B": "b"]) == "a")
    #expect(path.string(from: ["A": 15, "B": "b"]) == "b")
    #expect(path.values(from: ["A": "a", "B": "b"]) == ["a", "b"])
  }

  @Test("HB-13: A block after a string path receives only strings")
  func filterIsKept() {
    let counter = CallCounter()
    let path = HubJSONPath().member("k").stringPath.untyped.compactMap { value in
      counter.count.add(1, ordering: .relaxed)
      return .string(value.canonicalText + "!")
    }.stringPath
    #expect(path.string(from: ["k": "x"]) == "x!")
    #expect(counter.count.load(ordering: .relaxed) == 1)
    #expect(path.string(from: ["k": 15]) == nil)
    #expect(counter.count.load(ordering: .relaxed) == 1)
  }

  @Test("HB-14: Extending a path makes a new path and does not change the old one")
  func immutable() {
    let path = HubJSONPath().member("a")
    let longer = path.member("b")
    #expect(path.dictionaryPath.dictionary(from: ["a": ["b": "c"]]) == ["b": "c"])
    #expect(longer.stringPath.string(from: ["a": ["b": "c"]]) == "c")
    #expect(path.description == "a")
  }
}

/// Counts the calls of a block on any thread.
private final class CallCounter: Sendable {
  let count = Atomic<Int>(0)
}
