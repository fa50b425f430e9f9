import FlowJSON
import Testing

@Suite("The members of an object")
struct JSONObjectTests {
  /// Below and above the number of members from which on an index finds them.
  static let sizes = [0, 1, 2, 15, 16, 17, 18, 40]

  static func object(_ size: Int) -> JSONObject {
    JSONObject((0..<size).map { ("name \($0)", .integer(Int64($0))) })
  }

  @Test("are found by their names", arguments: sizes)
  func found(size: Int) {
    let object = Self.object(size)
    #expect(object.count == size)
    for index in 0..<size { #expect(object["name \(index)"] == .integer(Int64(index))) }
    #expect(object["name \(size)"] == nil)
    #expect(object.contains(name: "name 0") == (size > 0))
  }

  @Test("keep the order in which they came", arguments: sizes)
  func order(size: Int) {
    #expect(Self.object(size).names == (0..<size).map { "name \($0)" })
    #expect(Self.object(size).values == (0..<size).map { .integer(Int64($0)) })
  }

  @Test("keep their places when they are set again", arguments: sizes)
  func setAgain(size: Int) {
    var object = Self.object(size)
    for index in 0..<size { object["name \(index)"] = "new \(index)" }
    #expect(object.names == Self.object(size).names)
    #expect(object.values == (0..<size).map { .string("new \($0)") })
  }

  @Test("are removed without disturbing the others, down to none", arguments: sizes)
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

  @Test("are removed by a test that picks them", arguments: sizes)
  func removalByTest(size: Int) {
    var object = Self.object(size)
    object.removeAll { $0.name.hasSuffix("1") || $0.value == 0 }
    let left = (0..<size).filter { $0 != 0 && $0 % 10 != 1 }
    #expect(object.names == left.map { "name \($0)" })
    for index in left { #expect(object["name \(index)"] == .integer(Int64(index))) }
    #expect(object["name 1"] == nil)
  }

  @Test("set to nil are not there; set to null they are")
  func null() {
    var object: JSONObject = ["a": 1]
    object["a"] = .null
    #expect(object.count == 1)
    #expect(object["a"] == .null)
    #expect(object.contains(name: "a"))
    object["a"] = nil
    #expect(object.isEmpty)
  }

  @Test("win by coming last when their names are equal, in the place of the first")
  func duplicates() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.map { "\($0.name)\($0.value)" } == ["a3", "b2"])
  }

  @Test("have names that are equal as Swift's strings are")
  func canonicalNames() {
    let object: JSONObject = ["\u{E9}": 1]
    #expect(object["e\u{301}"] == 1)
  }

  @Test("of two objects are merged, the other's winning")
  func merging() {
    var object: JSONObject = ["a": 1, "b": ["x": 1]]
    #expect(object.merging(["b": ["y": 2], "c": 3]).description == #"{"a":1,"b":{"y":2},"c":3}"#)
    object.merge(["c": 3, "a": 0])
    #expect(object.names == ["a", "b", "c"])
    #expect(object["a"] == 0)
  }

  @Test("take other values, and a default where there is none")
  func values() {
    var object: JSONObject = ["b": 1, "a": 2]
    #expect(object.mapValues { .array([$0]) }.map { "\($0.name)\($0.value)" } == ["b[1]", "a[2]"])
    #expect(object["c", default: 7] == 7)
    #expect(object["a", default: 7] == 2)
    object["c", default: 7] = 8
    #expect(object["c"] == 8)
  }

  @Test("of a copy are its own")
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
