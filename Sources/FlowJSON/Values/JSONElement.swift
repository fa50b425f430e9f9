public import Foundation

/// A place in a document, to be read as a type: what stands there, and where that is.
///
/// ```swift
/// let element = JSONElement(document)["body"][0]
/// let title = try element["title"].string()
/// let subtitle = try element["subtitle"].ifPresent { text throws(JSONTypeError) in try text.string() }
/// ```
///
/// Going down never fails: what is not there is told when it is read.
public struct JSONElement: Sendable, Hashable {
  /// What stands here; nil when there is nothing.
  public let value: JSONValue?
  /// Where this is.
  public let location: JSONLocation

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - value: What stands here.
  ///   - location: Where this is; the root by default.
  public init(_ value: JSONValue?, at location: JSONLocation = JSONLocation()) {
    self.value = value
    self.location = location
  }

  /// The member of this object.
  public subscript(key: String) -> JSONElement { JSONElement(value?[key], at: location.key(key)) }

  /// The element of this array.
  public subscript(index: Int) -> JSONElement { JSONElement(value?[index], at: location.index(index)) }

  /// Whether nothing, or `null`, stands here.
  public var isAbsent: Bool { value == nil || value == .null }

  /// The text that stands here.
  public func string() throws(JSONTypeError) -> String {
    guard case .string(let text) = value else { throw mismatch("a string") }
    return text
  }

  /// The boolean that stands here. A number is none.
  public func bool() throws(JSONTypeError) -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("a bool") }
    return bool
  }

  /// The integer that stands here. `1.0` is none.
  public func integer() throws(JSONTypeError) -> Int64 {
    guard case .integer(let integer) = value else { throw mismatch("an integer") }
    return integer
  }

  /// The number that stands here, integers included.
  public func double() throws(JSONTypeError) -> Double {
    switch value {
    case .integer(let integer): return Double(integer)
    case .number(let number): return number
    default: throw mismatch("a number")
    }
  }

  /// The elements of the array that stands here.
  public func array() throws(JSONTypeError) -> [JSONElement] {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return elements.enumerated().map { JSONElement($1, at: location.index($0)) }
  }

  /// The members of the object that stands here.
  public func object() throws(JSONTypeError) -> JSONObject {
    guard case .object(let object) = value else { throw mismatch("an object") }
    return object
  }

  /// The members of the object that stands here as elements, in the order in which they came.
  public func members() throws(JSONTypeError) -> [(name: String, element: JSONElement)] {
    try object().map { ($0.name, JSONElement($0.value, at: location.key($0.name))) }
  }

  /// What stands here, of whatever kind; `null` counts.
  public func requiredValue() throws(JSONTypeError) -> JSONValue {
    guard let value else { throw mismatch("a value") }
    return value
  }

  /// The integer that stands here, if it lies in a range.
  ///
  /// - Parameter range: The integers that will do.
  /// - Returns: The integer.
  /// - Throws: ``JSONTypeError`` when there is none, or another.
  public func integer(in range: ClosedRange<Int64>) throws(JSONTypeError) -> Int64 {
    guard case .integer(let integer) = value, range.contains(integer) else {
      throw mismatch("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// The case that is named by the string that stands here.
  ///
  /// ```swift
  /// enum Size: String, CaseIterable { case small, large }
  /// let size = try element["size"].oneOf(Size.self)  // else: expected "small" or "large", found …
  /// ```
  ///
  /// - Parameter type: The type of the cases.
  /// - Returns: The case.
  /// - Throws: ``JSONTypeError`` with the names of all cases.
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

  /// The URL that stands here as a string, valid as it is written.
  public func url() throws(JSONTypeError) -> URL {
    guard case .string(let text) = value, let url = URL(strict: text) else { throw mismatch("a URL") }
    return url
  }

  /// What `read` makes of this; nil when nothing, or `null`, stands here.
  public func ifPresent<Result>(
    _ read: (JSONElement) throws(JSONTypeError) -> Result
  ) throws(JSONTypeError) -> Result? {
    isAbsent ? nil : try read(self)
  }

  /// The error that something else was expected here.
  ///
  /// - Parameter expected: What was expected, with its article.
  /// - Returns: The error, to be thrown.
  public func mismatch(_ expected: String) -> JSONTypeError {
    JSONTypeError(at: location, expected: expected, found: value?.foundText ?? "nothing")
  }
}
