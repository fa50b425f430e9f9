import FlowJSON
import Testing

@Suite("JSONObject")
struct JSONObjectTests {
  /// Sizes below and above the number of members from which an object keeps an index.
  static let sizes = [0, 1, 2, 15, 16, 17, 18, 40]

  static func object(_ size: Int) -> JSONObject {
    JSONObject((0..<size).map { ("name \($0)", .integer(Int64($0))) })
  }

  @Test("An object finds its members by name", arguments: sizes)
  func found(size: Int) {
    let object = Self.object(size)
    #expect(object.count == size)
    for index in 0..<size { #expect(object["name \(index)"] == .integer(Int64(index))) }
    #expect(object["name \(size)"] == nil)
    #expect(object.contains(name: "name 0") == (size > 0))
  }

  @Test("Members keep the order in which they were added", arguments: sizes)
  func order(size: Int) {
    #expect(Self.object(size).names == (0..<size).map { "name \($0)" })
    #expect(Self.object(size).values == (0..<size).map { .integer(Int64($0)) })
  }

  @Test("A member keeps its place when it is set again", arguments: sizes)
  func setAgain(size: Int) {
    var object = Self.object(size)
    for index in 0..<size { object["name \(index)"] = "new \(index)" }
    #expect(object.names == Self.object(size).names)
    #expect(object.values == (0..<size).map { .string("new \($0)") })
  }

  @Test("Removing a member keeps the others in order, down to an empty object", arguments: sizes)
  func removal(size: Int) {
    var object = Self.object(size)
    var left = Array(0..<size)
    while !left.isEmpty {
      let removed = left.remove(at: left.count / 2)
      if removed % 2 == 0 {
        object["name \(removed)"] = nil
      } else {
        #expect(object.removeValue(named: "name \(removed)") == .integer(Int64(removed)))
      }
      #expect(object.names == left.map { "name \($0)" })
      #expect(object["name \(removed)"] == nil)
      if let last = left.last { #expect(object["name \(last)"] == .integer(Int64(last))) }
    }
    #expect(object == JSONObject())
    #expect(object.removeValue(named: "name 0") == nil)
    object["again"] = 1
    #expect(object == ["again": 1])
  }

  @Test("Members that match a predicate can be removed", arguments: sizes)
  func removalByTest(size: Int) {
    var object = Self.object(size)
    object.removeAll { $0.name.hasSuffix("1") || $0.value == 0 }
    let left = (0..<size).filter { $0 != 0 && $0 % 10 != 1 }
    #expect(object.names == left.map { "name \($0)" })
    for index in left { #expect(object["name \(index)"] == .integer(Int64(index))) }
    #expect(object["name 1"] == nil)
  }

  @Test("A member that is set to null stays, and one that is set to nil is removed")
  func null() {
    var object: JSONObject = ["a": 1]
    object["a"] = .null
    #expect(object.count == 1)
    #expect(object["a"] == .null)
    #expect(object.contains(name: "a"))
    object["a"] = nil
    #expect(object.isEmpty)
  }

  @Test("The last of several members with one name wins and takes the place of the first")
  func duplicates() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.map { "\($0.name)\($0.value)" } == ["a3", "b2"])
  }

  @Test("Names in different canonical forms are equal, as Swift's strings are")
  func canonicalNames() {
    let object: JSONObject = ["\u{E9}": 1]
    #expect(object["e\u{301}"] == 1)
  }

  @Test("A merged object has the members of both objects, and the other object's values win")
  func merging() {
    var object: JSONObject = ["a": 1, "b": ["x": 1]]
    #expect(object.merging(["b": ["y": 2], "c": 3]).description == #"{"a":1,"b":{"y":2},"c":3}"#)
    object.merge(["c": 3, "a": 0])
    #expect(object.names == ["a", "b", "c"])
    #expect(object["a"] == 0)
  }

  @Test("Values can be mapped, and a missing member can have a default value")
  func values() {
    var object: JSONObject = ["b": 1, "a": 2]
    #expect(object.mapValues { .array([$0]) }.map { "\($0.name)\($0.value)" } == ["b[1]", "a[2]"])
    #expect(object["c", default: 7] == 7)
    #expect(object["a", default: 7] == 2)
    object["c", default: 7] = 8
    #expect(object["c"] == 8)
  }

  @Test("Changing a copy does not change the original")
  func copies() {
    let object = Self.object(30)
    var copy = object
    copy["name 3"] = nil
    copy["new"] = 1
    #expect(object == Self.object(30))
    #expect(object["new"] == nil)
    #expect(object["name 3"] == 3)
  }
}
