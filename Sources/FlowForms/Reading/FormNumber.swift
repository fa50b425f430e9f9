public import Foundation

/// A type of numbers that a field can read: `Int`, `Double`, or `Decimal`.
///
/// ```swift
/// let guests = FormField<Party>.number("guests", \.guests, "Guests", from: 1, to: 12)
/// ```
///
/// Other types don't need to conform.
public protocol FormNumber: Comparable, Sendable {
  /// Whether the numbers are whole.
  static var isWhole: Bool { get }

  /// Reads a number that a person has entered.
  ///
  /// - Parameter formText: The text, without white space around it.
  /// - Throws: The reason why the text isn't a number of the type.
  init(formText: String) throws(FormProblem.Reason)

  /// The text with which a person would enter the number.
  var formText: String { get }
}

extension Int: FormNumber {
  /// True.
  public static var isWhole: Bool { true }

  /// Reads a whole number.
  ///
  /// - Parameter formText: The text.
  /// - Throws: The reason why the text isn't a whole number.
  public init(formText: String) throws(FormProblem.Reason) {
    guard let number = NumberText(formText), number.fraction.isEmpty else { throw .malformed }
    guard let integer = Int(number.plain) else { throw .outOfRange }
    self = integer
  }

  /// The digits.
  public var formText: String { description }
}

extension Double: FormNumber {
  /// False.
  public static var isWhole: Bool { false }

  /// Reads a number. It can have an exponent, as in `1e-7`.
  ///
  /// - Parameter formText: The text.
  /// - Throws: The reason why the text isn't a finite number, or why a `Double` would change its digits.
  public init(formText: String) throws(FormProblem.Reason) {
    let hasExponent =
      formText.utf8.first.map { "+-.0123456789".utf8.contains($0) } == true
      && formText.utf8.contains(where: { "eE".utf8.contains($0) })
      && formText.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
    let digits = hasExponent ? nil : NumberText(formText)
    guard let text = hasExponent ? formText : digits?.plain, let number = Double(text) else { throw .malformed }
    guard number.isFinite else { throw .outOfRange }
    guard NumberText.areKept(text.prefix { !"eE".contains($0) }, by: number) else { throw .tooLong }
    self = number
  }

  /// The shortest text with which the number can be read again; empty if it isn't finite.
  public var formText: String {
    guard isFinite else { return "" }
    return self == rounded() && magnitude < 1e15 ? "\(Int(self))" : description
  }
}

extension Decimal: FormNumber {
  /// False.
  public static var isWhole: Bool { false }

  /// Reads a number.
  ///
  /// - Parameter formText: The text.
  /// - Throws: The reason why the text isn't a number that a `Decimal` holds exactly, and JSON too.
  public init(formText: String) throws(FormProblem.Reason) {
    guard let number = NumberText(formText) else { throw .malformed }
    guard let decimal = number.decimal else { throw .tooLong }
    self = decimal
  }

  /// The digits, with a point before the decimal places; empty if it isn't a number.
  public var formText: String { isNaN ? "" : description }
}
