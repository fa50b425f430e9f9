public import Foundation

/// A type of members that a field can fill: a plain type if an answer is required, its optional if the field can stay empty.
///
/// ```swift
/// struct CountryCode: FormMember { var text = "" }
/// ```
///
/// `String`, `Bool`, `Int`, `Double`, `Decimal`, ``FormDate`` and ``FormFile`` conform, and optionals of them.
public protocol FormMember<Answered>: Sendable {
  /// The type of an answer.
  associatedtype Answered: Sendable = Self

  /// Whether an answer is required.
  static var isAnswerRequired: Bool { get }

  /// Creates a member from an answer; nil if there must be one and there is none.
  ///
  /// - Parameter answered: The answer; nil if the field is empty.
  init?(answered: Answered?)

  /// The answer; nil if there is none.
  var answered: Answered? { get }
}

extension FormMember where Answered == Self {
  /// An answer is required.
  public static var isAnswerRequired: Bool { true }

  /// Creates the member from itself.
  ///
  /// - Parameter answered: The answer; nil if the field is empty.
  public init?(answered: Self?) {
    guard let answered else { return nil }
    self = answered
  }

  /// The member itself.
  public var answered: Self? { self }
}

extension Optional: FormMember where Wrapped: FormMember {
  /// No answer is required.
  public static var isAnswerRequired: Bool { false }

  /// Creates a member from an answer.
  ///
  /// - Parameter answered: The answer; nil if the field is empty.
  public init?(answered: Wrapped.Answered?) { self = Wrapped(answered: answered) }

  /// The answer; nil if there is none.
  public var answered: Wrapped.Answered? { flatMap(\.answered) }
}

extension String: FormMember {}
extension Bool: FormMember {}
extension Int: FormMember {}
extension Double: FormMember {}
extension Decimal: FormMember {}
extension FormDate: FormMember {}
extension FormFile: FormMember {}
