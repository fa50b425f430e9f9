import FlowJSON
import Foundation
import Nimbus
import Testing

@Suite("Coercion table")
struct CoercionTableTests {
  @Test(
    "Decoding a value as a type has the outcome in the table",
    arguments: rows.flatMap { row in zip(Given.allCases, row.cells).map { (row.type, $0, $1) } })
  func cell(type: Requested, given: Given, expected: String) {
    #expect(type.outcome(of: given) == expected.replacing("mismatch", with: "mismatch \(type.name)"))
  }

  @Test("The table has a row for each type and a cell for each value")
  func isComplete() {
    #expect(rows.map(\.type) == Requested.allCases)
    #expect(rows.allSatisfy { $0.cells.count == Given.allCases.count })
  }

  @Test(
    "An absent value is nil, an event that does nothing, or an error, depending on the type",
    arguments: Requested.allCases)
  func absent(type: Requested) {
    let expected =
      switch type {
      case .optionalInt, .optionalString: "nil"
      case .event, .statefulEvent: "ran 0 times"
      default: "no key k at "
      }
    #expect(type.outcome(of: nil) == expected)
  }
}

private typealias Row = (type: Requested, cells: [String])

private let no = "mismatch at k"
private let bad = "corrupted at k"

// Given:            null   true    300     1.5    "12.9"  "abc"  [1,"2"]  {"a":1}  []  event
private let rows: [Row] = [
  (.string, [no, "true", "300", "1.5", "12.9", "abc", #"[1,"2"]"#, #"{"a":1}"#, "[]", no]),
  (.bool, [no, "true", no, no, no, no, no, no, no, no]),
  (.int, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.int8, [no, no, "127", "1", "12", no, no, no, no, no]),
  (.int16, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.int32, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.int64, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.int128, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.uint, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.uint8, [no, no, "255", "1", "12", no, no, no, no, no]),
  (.uint16, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.uint32, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.uint64, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.uint128, [no, no, "300", "1", "12", no, no, no, no, no]),
  (.double, [no, no, "300.0", "1.5", "12.9", no, no, no, no, no]),
  (.float, [no, no, "300.0", "1.5", "12.9", no, no, no, no, no]),
  (.decimal, [no, no, "300", "1.5", "12.9", no, no, no, no, no]),
  (.textEnum, [no, no, no, no, "number", "word", no, no, no, no]),
  (.numberEnum, [no, no, "big", "one", "dozen", no, no, no, no, no]),
  (.url, [no, "true", "300", "1.5", "12.9", "abc", bad, bad, bad, no]),
  (.list, [no, no, no, no, no, no, "[1, 2]", no, "[]", no]),
  (.map, [no, no, no, no, no, no, no, #"["a": 1]"#, no, no]),
  (.object, [no, no, no, no, no, no, no, "Inner(a: 1)", no, no]),
  (.optionalInt, ["nil", no, "Optional(300)", "Optional(1)", "Optional(12)", no, no, no, no, no]),
  (
    .optionalString,
    [
      "nil", #"Optional("true")"#, #"Optional("300")"#, #"Optional("1.5")"#, #"Optional("12.9")"#, #"Optional("abc")"#,
      #"Optional("[1,\"2\"]")"#, #"Optional("{\"a\":1}")"#, #"Optional("[]")"#, no,
    ]
  ),
  (.event, ["ran 0 times", no, no, no, no, no, no, no, "ran 0 times", "ran 1 times"]),
  (.statefulEvent, ["ran 0 times", no, no, no, no, no, no, no, "ran 0 times", "ran 1 times"]),
]

enum Given: CaseIterable {
  case null, bool, integer, fraction, numericText, otherText, list, map, emptyList, event

  func value(_ probe: EventProbe) -> NimbusValue {
    switch self {
    case .null: .json(.null)
    case .bool: .json(true)
    case .integer: .json(300)
    case .fraction: .json(1.5)
    case .numericText: .json("12.9")
    case .otherText: .json("abc")
    case .list: .json([1, "2"])
    case .map: .json(["a": 1])
    case .emptyList: .json([])
    case .event: .event(probe.event())
    }
  }
}

enum Requested: CaseIterable {
  case string, bool, int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128, double, float
  case decimal, textEnum, numberEnum, url, list, map, object, optionalInt, optionalString, event, statefulEvent

  /// The name of the type in errors.
  var name: String {
    switch self {
    case .list: "Array<Int>"
    case .map: "Dictionary<String, Int>"
    case .optionalInt: "Int"
    case .optionalString: "String"
    case .statefulEvent: "StatefulEvent<Int>"
    default: "\(type)"
    }
  }

  private var type: any Decodable.Type {
    switch self {
    case .string: String.self
    case .bool: Bool.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .int128: Int128.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .uint128: UInt128.self
    case .double: Double.self
    case .float: Float.self
    case .decimal: Decimal.self
    case .textEnum: TextEnum.self
    case .numberEnum: NumberEnum.self
    case .url: URL.self
    case .list: [Int].self
    case .map: [String: Int].self
    case .object: Inner.self
    case .optionalInt: Int?.self
    case .optionalString: String?.self
    case .event: Event.self
    case .statefulEvent: StatefulEvent<Int>.self
    }
  }

  /// Decodes a value under the key `k`, or an object without that key, and returns the outcome.
  func outcome(of given: Given?) -> String {
    let probe = EventProbe()
    let object = NimbusValue.object(given.map { ["k": $0.value(probe)] } ?? [:])
    switch self {
    case .optionalInt: return decodingOutcome { try NimbusDecoder.decode(OptionalIntAtK.self, from: object).k as Any }
    case .optionalString:
      return decodingOutcome { try NimbusDecoder.decode(OptionalStringAtK.self, from: object).k as Any }
    case .event:
      return decodingOutcome {
        try NimbusDecoder.decode(EventAtK.self, from: object).k()
        return "ran \(probe.count) times"
      }
    case .statefulEvent:
      return decodingOutcome {
        try NimbusDecoder.decode(StatefulEventAtK.self, from: object).k(5)
        #expect(probe.values == (probe.count == 1 ? [5] : []))
        return "ran \(probe.count) times"
      }
    default:
      // The compiler opens only a local constant.
      let type = type
      return keyed(type, object)
    }
  }

  private func keyed<T: Decodable>(_ type: T.Type, _ object: NimbusValue) -> String {
    decodingOutcome { try NimbusDecoder.decode(Keyed<T>.self, from: object).k }
  }
}

enum TextEnum: String, Decodable {
  case truth = "true"
  case integer = "300"
  case fraction = "1.5"
  case number = "12.9"
  case list = #"[1,"2"]"#
  case map = #"{"a":1}"#
  case word = "ABC"
}

enum NumberEnum: Int, Decodable {
  case one = 1
  case dozen = 12
  case big = 300
}

private struct Inner: Decodable {
  let a: Int
}

private struct OptionalIntAtK: Decodable {
  let k: Int?
}

private struct OptionalStringAtK: Decodable {
  let k: String?
}

private struct EventAtK: Decodable {
  @Event var k: () -> Void
}

private struct StatefulEventAtK: Decodable {
  @StatefulEvent var k: (Int) -> Void
}
