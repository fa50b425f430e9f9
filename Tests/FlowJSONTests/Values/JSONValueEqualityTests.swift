import FlowJSON
import Testing

@Suite("Equality and hashes of values")
struct JSONValueEqualityTests {
  static let different: [JSONValue] = [
    nil, true, false, 0, 1, 1.0, 0.5, "", "1", "true", [], [[]], [1], [1.0], [true], [1, 2], [2, 1], [nil], [:],
    ["a": 1], ["a": 1.0], ["b": 1], ["a": nil], ["a": 1, "b": 2], ["a": 2, "b": 1], ["a": ["b": 1]], ["a": ["b": 2]],
    [["a": 1], ["b": 2]], [["b": 2], ["a": 1]], "é", .integer(.max), .number(9_223_372_036_854_775_808),
  ]

  @Test("Values of different kinds or contents are unequal", arguments: different.indices)
  func distinct(index: Int) {
    for other in Self.different.indices {
      #expect((Self.different[index] == Self.different[other]) == (index == other), "\(Self.different[other])")
    }
    #expect(Set(Self.different).count == Self.different.count)
  }

  @Test("Equality and hashes ignore the order of members at every level")
  func order() {
    let left: JSONValue = ["a": 1, "b": ["x": [["p": 1, "q": 2]], "y": 2], "c": 3]
    let right: JSONValue = ["c": 3, "b": ["y": 2, "x": [["q": 2, "p": 1]]], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
  }

  @Test("Large objects with their members in another order are equal")
  func large() {
    let members = (0..<100).map { ("name \($0)", JSONValue.integer($0)) }
    let (left, right) = (JSONObject(members), JSONObject(members.reversed()))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != right.merging(["name 5": 0]))
  }

  @Test("Both zeros are equal, and NaN is unequal to itself")
  func numbers() {
    #expect(JSONValue.number(0) == .number(-0.0))
    #expect(JSONValue.number(0).hashValue == JSONValue.number(-0.0).hashValue)
    #expect(JSONValue.number(.nan) != .number(.nan))
  }
}
