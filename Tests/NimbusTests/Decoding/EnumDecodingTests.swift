import FlowJSON
import Nimbus
import Synchronization
import Testing

@Suite("Decoding of enums")
struct EnumDecodingTests {
  @Test(
    "NB-06: A string is matched with the cases of an enum in any capitalization",
    arguments: [
      ("SEMIBOLD", "semiBold"), ("thin", "thin"), ("Thin", "thin"), ("x", "corrupted at "), (3, "mismatch Weight at "),
      (nil, "mismatch Weight at "), (true, "mismatch Weight at "), ([], "mismatch Weight at "),
    ] as [(JSONValue, String)])
  func weights(value: JSONValue, expected: String) {
    #expect(decodingOutcome { try NimbusDecoder.decode(Weight.self, from: value) } == expected)
  }

  @Test("An exact match wins, and otherwise the first match in the order of declaration")
  func exactFirst() throws {
    #expect(try NimbusDecoder.decode(Twins.self, from: "B" as JSONValue) == .upper)
    #expect(try NimbusDecoder.decode(Twins.self, from: "b" as JSONValue) == .lower)
    #expect(try NimbusDecoder.decode(Twins.self, from: "ABC" as JSONValue) == .first)
  }

  @Test(
    "An enum that is not CaseIterable is matched by common spellings",
    arguments: [
      ("Info", "info"), ("INFO", "info"), ("get", "get"), ("GET", "get"), ("SemiBold", "semiBold"),
      ("SEMIBOLD", "semiBold"), ("semibold", "semiBold"), ("POST", "post"), ("post", "post"), ("bOlD", "bold"),
      ("SPACEBETWEENALL", "spaceBetweenAll"), ("gEt", "get"), ("semibol", "corrupted at "), ("", "corrupted at "),
      ("aVeryLongNameOfNoCaseAtAllThatNobodyWouldSpell", "corrupted at "),
    ])
  func spellings(text: String, expected: String) {
    #expect(decodingOutcome { try NimbusDecoder.decode(Untold.self, from: .string(text) as JSONValue) } == expected)
  }

  @Test("A spelling is searched for once, whether there is a case or not")
  func searchedOnce() throws {
    for (text, isCase) in [("SECONDlongName", true), ("FOURTHlongName", false)] {
      let before = Searched.questions.load(ordering: .relaxed)
      for _ in 1...100 {
        let value = decodingOutcome { try NimbusDecoder.decode(Searched.self, from: .string(text) as JSONValue) }
        #expect(value == (isCase ? "second" : "corrupted at "))
      }
      #expect(Searched.questions.load(ordering: .relaxed) - before < 1_000)
    }
    #expect(decodingOutcome { try NimbusDecoder.decode(Searched.self, from: "" as JSONValue) } == "corrupted at ")
  }

  @Test("Enums are decoded in lists, optionals and nested types, and errors have their paths")
  func everywhere() {
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight].self, from: ["Thin", "x"] as JSONValue) } == "corrupted at 1")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight?].self, from: ["Thin", nil] as JSONValue).count } == "2")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([String: Keyed<Weight?>].self, from: ["a": ["k": 3]] as JSONValue) }
        == "mismatch Weight at a.k")
  }

  @Test("An integer enum is matched by raw value, and the error of a CaseIterable enum lists its cases")
  func numbers() throws {
    #expect(decodingOutcome { try NimbusDecoder.decode(Level.self, from: "2.9" as JSONValue) } == "two")
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Level.self, from: 5 as JSONValue) }
    #expect(error?.message == "Expected Level, found the integer 5.")
    let other = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Weight.self, from: "x" as JSONValue) }
    #expect(other?.message == "Expected Weight (thin, semiBold), found the string \"x\".")
  }

  @Test("A number that was clamped to the range of the type is not a case")
  func clamped() throws {
    for value in [300, 1e300, "300", "1e300", "99999999999999999999"] as [JSONValue] {
      #expect(decodingOutcome { try NimbusDecoder.decode(Small.self, from: value) } == "corrupted at ")
      #expect(try NimbusDecoder.decode(Int8.self, from: value) == 127)
    }
    for value in [127, 127.9, "127", "127.9", "1.27e2"] as [JSONValue] {
      #expect(try NimbusDecoder.decode(Small.self, from: value) == .max)
    }
    #expect(decodingOutcome { try NimbusDecoder.decode(Small.self, from: -129 as JSONValue) } == "corrupted at ")
    let error = #expect(throws: DecodingError.self) { try NimbusDecoder.decode(Small.self, from: 300 as JSONValue) }
    #expect(error?.message == "Expected Small, found the integer 300.")
  }

  @Test("Enums can be the keys of a dictionary")
  func keys() throws {
    let object: JSONValue = ["SEMIBOLD": 2, "thin": "1"]
    #expect(try NimbusDecoder.decode([Weight: Int].self, from: object) == [.semiBold: 2, .thin: 1])
    #expect(try NimbusDecoder.decode([Level: Int].self, from: ["1": 5] as JSONValue) == [.one: 5])
    #expect(try NimbusDecoder.decode([Weight: Int].self, from: ["thin", 1] as JSONValue) == [.thin: 1])
    #expect(try NimbusDecoder.decode([Weight: Int]?.self, from: [:] as JSONValue) == [:])
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight: Int].self, from: ["thin": true] as JSONValue) }
        == "mismatch Int at thin")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight: Int].self, from: ["fat": 1] as JSONValue) }
        == "corrupted at fat")
    #expect(
      decodingOutcome { try NimbusDecoder.decode([Weight].self, from: ["thin": 1] as JSONValue) }
        == "mismatch Array<Weight> at ")
  }

  @Test("Enum keys are matched in any spelling, also if the enum is CodingKeyRepresentable")
  func keysThatAreCodingKeys() throws {
    let type = [Named: Int].self
    #expect(try NimbusDecoder.decode(type, from: ["alpha": 1, "second": 2] as JSONValue) == [.alpha: 1, .second: 2])
    #expect(try NimbusDecoder.decode(type, from: ["ALPHA": 1, "second": "2"] as JSONValue) == [.alpha: 1, .second: 2])
    for (object, outcome) in [
      (["ALPHA": true], "mismatch Int at ALPHA"), (["alpha": true], "mismatch Int at alpha"),
      (["third": 1], "corrupted at third"), (["ALPHA": 1, "third": 1], "corrupted at third"),
    ] as [(JSONValue, String)] {
      #expect(decodingOutcome { try NimbusDecoder.decode(type, from: object) } == outcome)
    }
  }

  @Test("Two names of one key are refused")
  func sameKey() throws {
    func message<T: Decodable>(_ type: T.Type, _ value: JSONValue) -> String? {
      #expect(throws: DecodingError.self) { try NimbusDecoder.decode(type, from: value) }?.message
    }
    let found = "Expected names of different keys, found"
    #expect(message([Weight: Int].self, ["thin": 1, "Thin": 2]) == "\(found) \"thin\" and \"Thin\".")
    #expect(message([Named: Int].self, ["alpha": 1, "ALPHA": 2]) == "\(found) \"alpha\" and \"ALPHA\".")
    #expect(message([Level: Int].self, ["1": 1, "1.5": 2]) == "\(found) \"1\" and \"1.5\".")
    #expect(
      try NimbusDecoder.decode(
        [Weight: [Weight: Int]].self, from: ["thin": ["thin": 1], "semiBold": ["thin": 2]] as JSONValue)
        == [.thin: [.thin: 1], .semiBold: [.thin: 2]])
  }

  @Test("A type with a string as its raw value that is not an enum is decoded unchanged")
  func noEnum() throws {
    #expect(try NimbusDecoder.decode(Tag.self, from: 3 as JSONValue).rawValue == "3")
  }
}

private enum Weight: String, CaseIterable, Decodable {
  case thin, semiBold
}

private enum Named: String, Codable, CodingKeyRepresentable {
  case alpha, second
}

private enum Twins: String, CaseIterable, Decodable {
  case lower = "b"
  case upper = "B"
  case first = "abC"
  case second = "aBc"
}

private enum Untold: String, Decodable {
  case info, bold, semiBold, spaceBetweenAll
  case get = "Get"
  case post = "POST"
}

/// An enum that counts how often its initializer is called.
private enum Searched: RawRepresentable, Decodable {
  case first, second
  static let questions = Atomic(0)

  var rawValue: String {
    switch self {
    case .first: "firstLongName"
    case .second: "secondLongName"
    }
  }

  init?(rawValue: String) {
    Self.questions.add(1, ordering: .relaxed)
    switch rawValue {
    case Self.first.rawValue: self = .first
    case Self.second.rawValue: self = .second
    default: return nil
    }
  }
}

private enum Small: Int8, Decodable {
  case min = -128
  case max = 127
}

private enum Level: Int, Decodable {
  case one = 1
  case two
}

private struct Tag: RawRepresentable, Decodable {
  let rawValue: String
}
