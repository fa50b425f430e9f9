import FlowJSON
import Foundation
import Nimbus
import Testing

@Suite("Results of operations")
struct OperationResultTests {
  @Test("A result that JSON can represent is converted")
  func plain() throws {
    #expect(try JSONValue(operationResult: ()) == nil)
    #expect(try JSONValue(operationResult: Int?.none as Any) == nil)
    #expect(try JSONValue(operationResult: Int??.some(.some(4)) as Any) == 4)
    #expect(try JSONValue(operationResult: "a") == "a")
    #expect(try JSONValue(operationResult: true) == true)
    #expect(try JSONValue(operationResult: UInt8(1)) == 1)
    #expect(try JSONValue(operationResult: UInt64.max) == .number(Double(UInt64.max)))
    #expect(try JSONValue(operationResult: 1.0) == 1.0)
    #expect(try JSONValue(operationResult: Float(0.5)) == 0.5)
    #expect(try JSONValue(operationResult: JSONValue.integer(2)) == 2)
    #expect(try JSONValue(operationResult: NimbusValue.json(2)) == 2)
    #expect(try JSONValue(operationResult: JSONObject(dictionaryLiteral: ("a", 1))) == ["a": 1])
    #expect(try JSONValue(operationResult: [1, "a", nil, [true]] as [Any?]) == [1, "a", nil, [true]])
    #expect(try JSONValue(operationResult: ["a": 1, "b": [2.0]] as [String: Any]) == ["a": 1, "b": [2.0]])
  }

  private struct Point: Encodable {
    enum Kind: String, Encodable { case round }
    let x: Double
    let tags: [String]
    let kind = Kind.round
    let link = URL(strict: "a:b")
    let nothing: Int? = nil
    let price = Decimal(2.5)
  }

  @Test("An encodable result is encoded, with doubles as numbers")
  func encodes() throws {
    let expected: JSONValue = ["x": 1.0, "tags": ["t"], "kind": "round", "link": "a:b", "price": 2.5]
    #expect(try JSONValue(operationResult: Point(x: 1, tags: ["t"])) == expected)
    #expect(try JSONValue(operationResult: [Point(x: 1, tags: ["t"])]) == [expected])
    #expect(try JSONValue(operationResult: [Int: String]()) == [:])
  }

  @Test("A result that cannot be converted is refused with its path")
  func refuses() {
    struct Opaque {}
    let error = #expect(throws: EncodingError.self) {
      try JSONValue(operationResult: ["a": [Opaque()]] as [String: Any])
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "0"])
    #expect(context.debugDescription == "Expected a value that converts to JSON, found Opaque.")
  }
}
