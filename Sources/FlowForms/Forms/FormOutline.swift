import FlowScreens

/// A form as plain data: its title and its fields, without the type of its value.
///
/// Pages, terminals and tools that don't know the value draw a form from its outline. As JSON, an outline describes the form to a
/// program in another language.
///
/// ```swift
/// for field in delivery.outline.fields where field.isRequired { print(field.name, field.label) }
/// ```
public struct FormOutline: Codable, Sendable, Hashable {
  /// An answer that a person can choose.
  ///
  /// ```swift
  /// let option = FormOutline.Option("express", "Tomorrow")
  /// ```
  public struct Option: Codable, Sendable, Hashable {
    /// The text in an entry.
    public var value: String
    /// The text that a person sees.
    public var label: String

    /// Creates an option.
    ///
    /// - Parameters:
    ///   - value: The text in an entry.
    ///   - label: The text that a person sees; the value by default.
    public init(_ value: String, _ label: String? = nil) {
      self.value = value
      self.label = label ?? value
    }
  }

  /// The kind of a field, with the limits of its answers. Limits are texts, as an entry has them.
  ///
  /// ```swift
  /// if case .choice(let options) = field.kind { print(options.map(\.label)) }
  /// ```
  public enum Kind: Codable, Sendable, Hashable {
    /// A text of one line, or of several.
    case text(lines: Int)
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// A password. It is never shown again.
    case password
    /// A number.
    case number(isWhole: Bool, from: String?, to: String?)
    /// An amount of money in a currency, such as `GBP`.
    case money(currency: String, from: String?, to: String?)
    /// A date, as in `2026-11-24`.
    case date(from: String?, to: String?)
    /// One of several answers.
    case choice([Option])
    /// Any number of answers, or a number between limits.
    case choices([Option], from: Int, to: Int?)
    /// Yes or no.
    case toggle
    /// A file of one of these media types, or of any type if there are none.
    case file(types: [String], maximumSize: Int)

    var isDate: Bool { if case .date = self { true } else { false } }
  }

  /// A field of a form as plain data.
  ///
  /// ```swift
  /// if let field = delivery.outline["email"] { print(field.hint ?? "") }
  /// ```
  public struct Field: Codable, Sendable, Hashable {
    /// The name of the field in entries.
    public var name: String
    /// The name that a person sees.
    public var label: String
    /// The kind of the field.
    public var kind: Kind
    /// A sentence that helps a person to answer.
    public var hint: String?
    /// Whether an answer is required.
    public var isRequired: Bool
    /// The maximum number of characters; nil for kinds without text.
    public var limit: Int?
    /// The value that browsers may fill in, such as `email`.
    public var autocomplete: FormAutocomplete?

    /// Whether the answer is private: it isn't shown again, and isn't part of an entry that is kept.
    public var isPrivate: Bool { kind == .password }
  }

  /// The title of the form; empty if it has none.
  public var title: String
  /// The fields in order.
  public var fields: [Field]

  /// Returns the field with a name; nil if there is none.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> Field? { fields.first { $0.name.isExactly(name) } }
}

/// The value that browsers may fill into a field, as in the HTML attribute `autocomplete`.
///
/// ```swift
/// FormField<Delivery>.text("name", \.name, "Your name").autocomplete(.name)
/// ```
public struct FormAutocomplete: Codable, Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
  /// The token, as in `given-name`.
  public let rawValue: String

  /// Creates a token.
  ///
  /// - Parameter rawValue: One of the tokens of the HTML standard.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a token from a literal.
  ///
  /// - Parameter value: One of the tokens of the HTML standard.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// A whole name.
  public static let name: FormAutocomplete = "name"
  /// A first name.
  public static let givenName: FormAutocomplete = "given-name"
  /// A family name.
  public static let familyName: FormAutocomplete = "family-name"
  /// An email address.
  public static let email: FormAutocomplete = "email"
  /// A telephone number.
  public static let phone: FormAutocomplete = "tel"
  /// A password that the person chooses.
  public static let newPassword: FormAutocomplete = "new-password"
  /// A password that the person has.
  public static let currentPassword: FormAutocomplete = "current-password"
  /// A date of birth.
  public static let birthday: FormAutocomplete = "bday"
  /// The name of an organization.
  public static let organization: FormAutocomplete = "organization"
  /// A street with its number.
  public static let streetAddress: FormAutocomplete = "street-address"
  /// A postal code.
  public static let postalCode: FormAutocomplete = "postal-code"
  /// The name of a country.
  public static let countryName: FormAutocomplete = "country-name"
}
