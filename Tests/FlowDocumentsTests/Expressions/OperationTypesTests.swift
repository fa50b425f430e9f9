import FlowJSON
import Nimbus
import Testing

@testable import FlowDocuments

/// The types of operations are those of Nimbus.
struct OperationTypesTests {
  @Test("Each operation of Nimbus has a type, and no other")
  func complete() {
    #expect(OperationType.all.keys.sorted() == ExpressionText.operations)
  }

  @Test(
    "An operation with values of the right types has a value of the type that the check promises",
    arguments: OperationType.all.keys.sorted())
  func sound(_ name: String) throws {
    let type = try #require(OperationType.all[name])
    let samples: [(String, ValueShape)] = [
      ("'a'", .text), ("1", .integer), ("0.5", .number), ("true", .bool), ("null", .null), ("list", .list(.integer)),
      ("map", .object(["a": .integer], isOpen: false)), ("list", .optional(.list(.integer))),
      ("map", .optional(.object(["a": .integer], isOpen: false))), ("'a'", .optional(.text)),
    ]
    let values: [String: JSONValue] = ["list": [1, 2], "map": ["a": 1]]
    let count = max(type.parameters.count, 2)
    guard type.accepts(count: count) else { return #expect(type.accepts(count: 1)) }
    func check(_ arguments: [(String, ValueShape)]) {
      guard arguments.count == count else {
        for sample in samples {
          let parameter = type.parameter(arguments.count)
          if sample.1.canBeMissing ? parameter.takesMissing : parameter.takes(sample.1) { check(arguments + [sample]) }
        }
        return
      }
      let text = "@{\(name)(\(arguments.map(\.0).joined(separator: ", ")))}"
      let value = ExpressionSession { values[$0] }.value(of: text)
      let shape = type.result(arguments.map(\.1))
      // Null is the value of an operation that fails for these values, such as a position beyond the end.
      #expect(
        value == .null || ValueShape(of: value).fits(shape) || shape.present == .number,
        "\(text) is \(value), not \(shape)")
    }
    check([])
  }
}
