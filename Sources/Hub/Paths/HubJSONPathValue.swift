public import FlowJSON
public import Foundation

/// A type that a path can lead to. Its initializer accepts or rejects a JSON value.
///
/// Conform your own type to use it as a destination:
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
  /// A description of the accepted values with an article, such as "a string".
  static var expectation: String { get }

  /// Creates an instance from a JSON value. Returns nil if the value is not accepted.
  init?(hubValue value: JSONValue)
}

extension JSONValue: HubJSONPathValue {
  /// All values are accepted.
  public static var expectation: String { "a value" }

  /// Uses the value unchanged.
  public init?(hubValue value: JSONValue) {
    self = value
  }
}

extension String: HubJSONPathValue {
  /// Only strings are accepted.
  public static var expectation: String { "a string" }

  /// Creates a string from a JSON string. Numbers are not converted.
  public init?(hubValue value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Bool: HubJSONPathValue {
  /// Boolean values and numbers are accepted.
  public static var expectation: String { "a boolean or a number" }

  /// Creates a Boolean value from a Boolean value or a number. Zero becomes false. All other numbers become true.
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
  /// Numbers and Boolean values are accepted.
  public static var expectation: String { "a number or a boolean" }

  /// Creates an integer from a number or a Boolean value. Fractions are truncated, numbers out of range are clamped,
  /// and `true` becomes 1.
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
  /// Strings that are valid URLs are accepted.
  public static var expectation: String { "a URL" }

  /// Creates a URL from a string. The string is not percent-encoded first.
  public init?(hubValue value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self.init(strict: text)
  }
}

extension JSONObject: HubJSONPathValue {
  /// Only objects are accepted.
  public static var expectation: String { "an object" }

  /// Creates an object from a JSON object.
  public init?(hubValue value: JSONValue) {
    guard case .object(let object) = value else { return nil }
    self = object
  }
}
