import FlowJSON
import Foundation

// Foundation types whose own `Decodable` implementation doesn't fit what servers send, and JSON itself.

extension ValueDecoder {
  /// Returns the value as a URL. Its text must be a valid URL as written.
  func url() throws -> URL {
    guard let value else { throw DecodingError.missing(URL.self, at: codingPath) }
    switch value {
    case .json(.array), .json(.object), .array, .object:
      throw DecodingError.unfit(URL.self, found: value, at: codingPath)
    default: break
    }
    guard let text = value.asText else { throw DecodingError.mismatch(URL.self, found: value, at: codingPath) }
    guard let url = URL(strict: text) else { throw DecodingError.unfit(URL.self, found: value, at: codingPath) }
    return url
  }

  /// Returns a number, or text that contains a number, with exactly the digits that are written.
  func decimal() throws -> Decimal {
    guard let value else { throw DecodingError.missing(Decimal.self, at: codingPath) }
    let text: String
    switch value {
    case .json(.integer(let integer)): return Decimal(integer)
    case .json(.number(let number)): text = String(number)
    case .json(.string(let string)):
      guard let numeric = NumericText(string) else {
        throw DecodingError.mismatch(Decimal.self, found: value, at: codingPath)
      }
      text = numeric.decimalText
    default: throw DecodingError.mismatch(Decimal.self, found: value, at: codingPath)
    }
    guard let decimal = Decimal(string: text), decimal.isFinite else {
      throw DecodingError.unfit(Decimal.self, found: value, at: codingPath)
    }
    return decimal
  }

  /// Returns the value itself. Throws if it contains an event.
  func json() throws -> JSONValue {
    guard let value else { throw DecodingError.missing(JSONValue.self, at: codingPath) }
    guard case .json(let json) = value else {
      throw DecodingError.mismatch(JSONValue.self, found: value, at: codingPath)
    }
    return json
  }
}
