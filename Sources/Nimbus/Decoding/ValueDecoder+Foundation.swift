import FlowJSON
import Foundation

// Decodes JSON, and Foundation types whose own `Decodable` implementation doesn't fit the values that servers send.

extension ValueDecoder {
  /// Returns the value as a URL. Its text must already be a valid URL.
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

  /// Returns a number, or the number in a text, with its original digits. If `Decimal` can't represent them, returns
  /// the nearest value.
  func decimal() throws -> Decimal {
    guard let value else { throw DecodingError.missing(Decimal.self, at: codingPath) }
    let numeric: NumericText?
    switch value {
    case .json(.integer(let integer)): return Decimal(integer)
    case .json(.number(let number)): numeric = NumericText(String(number))
    case .json(.string(let string)): numeric = NumericText(string)
    default: numeric = nil
    }
    guard let numeric else { throw DecodingError.mismatch(Decimal.self, found: value, at: codingPath) }
    return Decimal(nearest: numeric)
  }

  /// Returns the value itself: its numbers aren't made integers, nor its texts numbers. Throws if it contains an event.
  func json() throws -> JSONValue {
    guard let value else { throw DecodingError.missing(JSONValue.self, at: codingPath) }
    guard case .json(let json) = value else {
      throw DecodingError.mismatch(JSONValue.self, found: value, at: codingPath)
    }
    return json
  }
}
