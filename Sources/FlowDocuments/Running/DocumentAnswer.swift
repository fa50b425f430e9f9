import FlowForms
public import FlowJSON
import FlowDurable
import Foundation

/// The answer to a form of a document: a JSON value for each field that has one.
///
/// ```swift
/// let answer: DocumentAnswer = ["first": "Ada"]
/// ```
public struct DocumentAnswer: Sendable, Hashable, Codable, ExpressibleByDictionaryLiteral {
  /// The values by the names of the fields.
  public internal(set) var members: JSONObject

  /// Creates an answer. The form checks it.
  ///
  /// - Parameter members: The values by the names of the fields.
  public init(_ members: JSONObject = JSONObject()) {
    self.members = members
  }

  /// Creates an answer from a literal.
  ///
  /// - Parameter elements: The names of the fields and their values.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = JSONObject(elements)
  }

  /// Decodes an answer from an object.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: An error if the value isn't an object.
  public init(from decoder: any Decoder) throws {
    guard case .object(let members) = try JSONValue(from: decoder) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Expected an object."))
    }
    self.members = members
  }

  /// Encodes the answer as an object.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(members).encode(to: encoder) }
}

/// The members that fields fill.
extension DocumentAnswer {
  subscript(text name: String) -> String {
    get { self[optionalText: name] ?? "" }
    set { self[optionalText: name] = newValue }
  }

  subscript(optionalText name: String) -> String? {
    get { if case .string(let text)? = members[name] { text } else { nil } }
    set { members[name] = newValue.map { .string($0) } }
  }

  subscript(integer name: String) -> Int? {
    get { if case .integer(let integer)? = members[name] { Int(integer) } else { nil } }
    set { members[name] = newValue.map { .integer(Int64($0)) } }
  }

  subscript(number name: String) -> Double? {
    get {
      switch members[name] {
      case .integer(let integer)?: Double(integer)
      case .number(let number)?: number
      default: nil
      }
    }
    set { members[name] = newValue.map { Self.json($0) } }
  }

  subscript(amount name: String) -> Decimal? {
    get {
      switch members[name] {
      case .integer(let integer)?: Decimal(integer)
      // The shortest text of a number has the digits that were entered.
      case .number(let number)?: Decimal(string: number.description)
      default: nil
      }
    }
    set { members[name] = newValue.flatMap { Double($0.description) }.map { Self.json($0) } }
  }

  subscript(date name: String) -> FormDate? {
    get { self[optionalText: name].flatMap { FormDate($0) } }
    set { self[optionalText: name] = newValue?.description }
  }

  subscript(texts name: String) -> [String] {
    get {
      guard case .array(let elements)? = members[name] else { return [] }
      return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    set { members[name] = .array(newValue.map { .string($0) }) }
  }

  subscript(isOn name: String) -> Bool {
    get { members[name] == .bool(true) }
    set { members[name] = .bool(newValue) }
  }

  subscript(file name: String) -> FormFile? {
    get { members[name].flatMap { try? StoredJSON.value(FormFile.self, of: $0) } }
    set { members[name] = newValue.flatMap { try? StoredJSON.of($0) } }
  }

  /// A whole number is an integer, whatever it was entered as. So it is the same after it was stored.
  private static func json(_ number: Double) -> JSONValue {
    Int64(exactly: number).map { .integer($0) } ?? .number(number)
  }
}
