public import Foundation

/// A value at a location in a JSON document, with methods that read it as a type.
///
/// ```swift
/// let element = JSONElement(document)["body"][0]
/// let title = try element["title"].string()
/// let subtitle = try element["subtitle"].ifPresent { text throws(JSONTypeError) in try text.string() }
/// ```
///
/// Subscripts never fail. If a value is missing, the method that reads it throws the error.
public struct JSONElement: Sendable, Hashable {
  /// The value at this location, or `nil` if there is none.
  public let value: JSONValue?
  /// The location of the value in the document.
  public let location: JSONLocation

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - value: The value at the location, or `nil` if there is none.
  ///   - location: The location of the value. The default is the root.
  public init(_ value: JSONValue?, at location: JSONLocation = JSONLocation()) {
    self.value = value
    self.location = location
  }

  /// Returns the member of this object with the given name.
  public subscript(key: String) -> JSONElement { JSONElement(value?[key], at: location.key(key)) }

  /// Returns the element of this array at the given index.
  public subscript(index: Int) -> JSONElement { JSONElement(value?[index], at: location.index(index)) }

  /// A Boolean value that indicates whether the value is missing or `null`.
  public var isAbsent: Bool { value?.isNull ?? true }

  /// Returns the value as a string.
  public func string() throws(JSONTypeError) -> String {
    guard case .string(let text) = value else { throw mismatch("a string") }
    return text
  }

  /// Returns the value as a Boolean. A number isn't accepted.
  public func bool() throws(JSONTypeError) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("a bool") }
    return bool
  }

  /// Returns the value as an integer. `1.0` isn't accepted.
  public func integer() throws(JSONTypeError) -> Int64 {
    guard case .integer(let integer) = value else { throw mismatch("an integer") }
    return integer
  }

  /// Returns the value as a double. Integers are accepted.
  public func double() throws(JSONTypeError) -> Double {
    switch value {
    case .integer(let integer): return Double(integer)
    case .number(let number): return number
    default: throw mismatch("a number")
    }
  }

  /// Returns the elements of the array.
  public func array() throws(JSONTypeError) -> [JSONElement] {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return elements.enumerated().map { JSONElement($1, at: location.index($0)) }
  }

  /// Returns the members of the object.
  public func object() throws(JSONTypeError) -> JSONObject {
    guard case .object(let object) = value else { throw mismatch("an object") }
    return object
  }

  /// Returns the members of the object as elements, in the order of the document.
  public func members() throws(JSONTypeError) -> [(name: String, element: JSONElement)] {
    try object().map { ($0.name, JSONElement($0.value, at: location.key($0.name))) }
  }

  /// Returns the value, of any kind, including `null`. Throws if there is none.
  public func requiredValue() throws(JSONTypeError) -> JSONValue {
    guard let value else { throw mismatch("a value") }
    return value
  }

  /// Returns the value as an integer that lies in a range.
  ///
  /// - Parameter range: The accepted integers.
  /// - Returns: The integer.
  /// - Throws: ``JSONTypeError`` if the value isn't an integer in the range.
  public func integer(in range: ClosedRange<Int64>) throws(JSONTypeError) -> Int64 {
    guard case .integer(let integer) = value, range.contains(integer) else {
      throw mismatch("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Returns the case of an enumeration whose raw value is the string at this location.
  ///
  /// ```swift
  /// enum Size: String, CaseIterable { case small, large }
  /// let size = try element["size"].oneOf(Size.self)  // else: expected "small" or "large", found …
  /// ```
  ///
  /// - Parameter type: The enumeration.
  /// - Returns: The case.
  /// - Throws: ``JSONTypeError`` that lists the raw values of all cases.
  public func oneOf<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) throws(JSONTypeError) -> Choice {
    guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
      var names = Choice.allCases.map { JSONValue.string($0.rawValue).jsonText }
      let last = names.popLast() ?? "nothing"
      throw mismatch(names.isEmpty ? last : "\(names.joined(separator: ", ")) or \(last)")
    }
    return choice
  }

  /// Returns the value as a URL. The string must be a valid URL as written.
  public func url() throws(JSONTypeError) -> URL {
    guard case .string(let text) = value, let url = URL(strict: text) else { throw mismatch("a URL") }
    return url
  }

  /// Returns the result of `read`, or `nil` if the value is missing or `null`.
  public func ifPresent<Result>(
    _ read: (JSONElement) throws(JSONTypeError) -> Result
  ) throws(JSONTypeError) -> Result? {
    isAbsent ? nil : try read(self)
  }

  /// Returns the error for an unexpected value at this location.
  ///
  /// - Parameter expected: The expected value, with its article, such as "a string".
  /// - Returns: The error, for the caller to throw.
  public func mismatch(_ expected: String) -> JSONTypeError {
    JSONTypeError(at: location, expected: expected, found: value?.foundText ?? "nothing")
  }
}
