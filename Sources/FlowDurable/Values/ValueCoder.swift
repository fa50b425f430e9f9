import FlowChains
import FlowJSON
import Foundation

/// Converts values of one type to JSON and back. Checks only at run time whether the type is `Codable`.
struct ValueCoder: Sendable {
  let type: FlowValueType

  init(_ type: FlowValueType) {
    self.type = type
  }

  /// Whether values of the type can be stored. `Void` always can.
  var isCodable: Bool { type.isVoid || type.type is any Codable.Type }

  /// Returns a value as JSON. `Void` becomes an empty object.
  ///
  /// - Throws: A ``ValueError``.
  func encode(_ value: Any) throws(ValueError) -> JSONValue {
    if type.isVoid { return .object(JSONObject()) }
    guard let value = value as? any Encodable else {
      throw ValueError(type: type.name, location: JSONLocation(), problem: "it is not Codable")
    }
    return try Self.encode(value)
  }

  /// Decodes a value of the type.
  ///
  /// - Throws: A ``ValueError``.
  func decode(_ json: JSONValue) throws(ValueError) -> Any {
    if type.isVoid { return () }
    guard let type = type.type as? any Decodable.Type else {
      throw ValueError(type: self.type.name, location: JSONLocation(), problem: "it is not Codable")
    }
    return try Self.decode(type, from: json)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    if let key = StoredJSON.isStoring { encoder.userInfo[key] = true }
    return encoder
  }()
  private static let decoder = JSONDecoder()

  static func encode(_ value: some Encodable) throws(ValueError) -> JSONValue {
    // Values of the most common types need no encoder.
    switch value {
    case let text as String where Swift.type(of: value) == String.self: return .string(text)
    case let integer as Int where Swift.type(of: value) == Int.self: return .integer(Int64(integer))
    case let bool as Bool where Swift.type(of: value) == Bool.self: return .bool(bool)
    default: break
    }
    do {
      let json = try encoder.encode(value)
      if let number = json.withUnsafeBytes({ InexactNumber.first(in: $0) }) {
        throw ValueError(
          type: "\(Swift.type(of: value))", location: JSONLocation(),
          problem: "the number \(number) has more digits than are kept; encode it as text")
      }
      return try JSONValue(stored: json)
    } catch {
      throw ValueError(error, of: "\(Swift.type(of: value))")
    }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws(ValueError) -> Value {
    switch json {
    case .string(let text): if let text = text as? Value { return text }
    case .integer(let integer): if Value.self == Int.self, let integer = Int(integer) as? Value { return integer }
    case .bool(let bool): if let bool = bool as? Value { return bool }
    default: break
    }
    do {
      return try decoder.decode(Value.self, from: Data(json.jsonText.utf8))
    } catch {
      throw ValueError(error, of: "\(Value.self)")
    }
  }
}

/// The error for a value that can't be encoded as JSON or decoded from it.
struct ValueError: Error, Equatable, CustomStringConvertible {
  let type: String
  /// The place in the value.
  let location: JSONLocation
  /// The problem, without an end mark. It can quote the value.
  let problem: String
  /// The problem, without an end mark and without any part of the value.
  let problemWithoutValue: String

  init(type: String, location: JSONLocation, problem: String) {
    self.type = type
    self.location = location
    self.problem = problem
    problemWithoutValue = problem
  }

  init(_ error: any Error, of type: String) {
    self.type = type
    problemWithoutValue = Self.problemWithoutValue(of: error)
    switch error {
    case let error as ValueError:
      location = error.location
      problem = error.problem
    case let error as DecodingError:
      let context = error.context
      location = JSONLocation(context?.codingPath ?? [])
      problem = error.problem
    case EncodingError.invalidValue(_, let context):
      location = JSONLocation(context.codingPath)
      problem = context.debugDescription.withoutEnd
    case let error as JSONTypeError:
      location = error.location
      problem = error.found == "nothing" ? "there is no value" : "expected \(error.expected), found \(error.found)"
    case let error as JSONSyntaxError:
      location = JSONLocation()
      problem = "\(error)".withoutEnd
    default:
      location = JSONLocation()
      problem = "\(error)".withoutEnd
    }
  }

  /// Returns the problem without quotes: the texts of decoders and of the program's own code can contain the value.
  private static func problemWithoutValue(of error: any Error) -> String {
    switch error {
    case let error as ValueError: error.problemWithoutValue
    case DecodingError.dataCorrupted: "the value is not valid"
    case let error as DecodingError: error.problem
    case is EncodingError: "the value can't be encoded"
    case let error as JSONTypeError: error.found == "nothing" ? "there is no value" : "expected \(error.expected)"
    case is JSONSyntaxError: "it is not JSON"
    default: "\(Swift.type(of: error)) was thrown"
    }
  }

  /// The place and the problem, as in `$.street: there is no value`.
  var place: String { "\(location): \(problem)" }

  /// The place and the problem without the value, for sentences that are stored, and shown where values are hidden.
  var placeWithoutValue: String { "\(location): \(problemWithoutValue)" }

  var description: String { "\(type) fails at \(place)." }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .keyNotFound(let key, let context):
      Context(codingPath: context.codingPath + [key], debugDescription: context.debugDescription)
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context): context
    @unknown default: nil
    }
  }

  fileprivate var problem: String {
    switch self {
    case .keyNotFound, .valueNotFound: "there is no value"
    case .typeMismatch(let type, _): "expected \(type)"
    case .dataCorrupted(let context): context.debugDescription.withoutEnd
    @unknown default: "\(self)"
    }
  }
}

extension JSONLocation {
  /// Creates the location of a coding path.
  fileprivate init(_ path: [any CodingKey]) {
    self.init(path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) })
  }
}
