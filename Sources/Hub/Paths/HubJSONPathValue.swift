public import FlowJSON
public import Foundation

/// What a path can lead to: a type that reads itself from a JSON value, or refuses.
///
/// Conform a type of your own to make it a destination:
///
/// ```swift
/// struct Price: HubJSONPathValue {
///   static var expectation: String { "a price" }
///   var amount: Double
///
///   init?(hubValue value: JSONValue) {
///     guard case .number(let amount) = value, amount >= 0 else { return nil }
///     self.amount = amount
///   }
/// }
/// let price = HubJSONPath().member("price").path(to: Price.self)
/// ```
public protocol HubJSONPathValue: Sendable {
  /// What is expected where a path of this type ends, with its article, such as "a string".
  static var expectation: String { get }

  /// Reads a value; nil if it does not pass.
  init?(hubValue value: JSONValue)
}

extension JSONValue: HubJSONPathValue {
  /// Every value passes.
  public static var expectation: String { "a value" }

  /// Takes the value as it is.
  public init?(hubValue value: JSONValue) {
    self = value
  }
}

extension String: HubJSONPathValue {
  /// Only strings pass.
  public static var expectation: String { "a string" }

  /// Reads a string. A number is none.
  public init?(hubValue value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Bool: HubJSONPathValue {
  /// Booleans and numbers pass.
  public static var expectation: String { "a boolean or a number" }

  /// Reads a boolean. A number is true unless it is zero.
  public init?(hubValue value: JSONValue) {
    switch value {
    case .bool(let bool): self = bool
    case .integer(let integer): self = integer != 0
    case .number(let number): self = number != 0
    default: return nil
    }
  }
}

extension Int64: HubJSONPathValue {
  /// Numbers and booleans pass.
  public static var expectation: String { "a number or a boolean" }

  /// Reads an integer. A fraction is dropped, `true` is 1, and what is too big becomes the biggest.
  public init?(hubValue value: JSONValue) {
    switch value {
    case .bool(let bool): self = bool ? 1 : 0
    case .integer(let integer): self = integer
    case .number(let number): self = Int64(saturating: number)
    default: return nil
    }
  }

  private init(saturating number: Double) {
    if let exact = Int64(exactly: number.rounded(.towardZero)) {
      self = exact
    } else {
      self = number.isNaN ? 0 : number < 0 ? .min : .max
    }
  }
}

extension URL: HubJSONPathValue {
  /// Strings that are URLs as they are written pass.
  public static var expectation: String { "a URL" }

  /// Reads a URL of a string; nothing is percent-encoded to make it one.
  public init?(hubValue value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self.init(strict: text)
  }
}

extension JSONObject: HubJSONPathValue {
  /// Only objects pass.
  public static var expectation: String { "an object" }

  /// Reads an object.
  public init?(hubValue value: JSONValue) {
    guard case .object(let object) = value else { return nil }
    self = object
  }
}
