/// The entry of a person into a form, as typed: a text, several texts, or a file for each field.
///
/// ```swift
/// var entry: FormEntry = ["email": "ada@example.org", "days": ["mon", "fri"]]
/// entry["gift"] = "yes"
/// ```
///
/// Entries are kept as typed, so that a form that is refused, or that the person comes back to, shows what was written. As JSON,
/// an entry is an object of texts and arrays of texts. Files are written to JSON, and not read from it: a client could name a file
/// that it hasn't given. The entry of a ``FormAnswer`` is read with its files.
public struct FormEntry: Sendable, Hashable {
  /// The answer to one field.
  ///
  /// ```swift
  /// let days: FormEntry.Answer = ["mon", "fri"]
  /// ```
  public enum Answer: Sendable, Hashable {
    /// A text.
    case text(String)
    /// The texts of several options.
    case texts([String])
    /// A file that a store of files has.
    case file(FormFile)
  }

  /// The answers by the names of their fields.
  public var answers: [String: Answer]

  /// Creates an entry.
  ///
  /// - Parameter answers: The answers by the names of their fields.
  public init(_ answers: [String: Answer] = [:]) {
    self.answers = answers
  }

  /// The answer to a field; nil if there is none.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> Answer? {
    get { answers[name] }
    set { answers[name] = newValue }
  }

  /// Returns the text of a field; empty if there is none.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The text, or the first of several texts.
  public func text(_ name: String) -> String {
    switch answers[name] {
    case .text(let text)?: text
    case .texts(let texts)?: texts.first ?? ""
    case .file(let file)?: file.name
    case nil: ""
    }
  }

  /// Returns the texts of a field with several options.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The texts; empty if there are none.
  public func texts(_ name: String) -> [String] {
    switch answers[name] {
    case .text(let text)?: text.isEmpty ? [] : [text]
    case .texts(let texts)?: texts
    case .file?, nil: []
    }
  }
}

extension FormEntry: ExpressibleByDictionaryLiteral {
  /// Creates an entry from a literal. Of two answers to one field, the last one counts.
  ///
  /// - Parameter elements: The names of fields, and the answers.
  public init(dictionaryLiteral elements: (String, Answer)...) {
    self.init(Dictionary(elements) { _, last in last })
  }
}

extension FormEntry.Answer: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  /// Creates the answer with a text.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Creates the answer with the texts of several options.
  ///
  /// - Parameter elements: The texts.
  public init(arrayLiteral elements: String...) { self = .texts(elements) }
}

extension FormEntry: Codable {
  /// Decodes an entry from an object.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if a member is neither a text nor an array of texts, or if its name is too long.
  public init(from decoder: any Decoder) throws {
    self.init(try Self.bounded([String: Answer](from: decoder), decoder))
  }

  /// Encodes the entry as an object.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try answers.encode(to: encoder)
  }
}

extension FormEntry.Answer: Codable {
  /// Decodes an answer.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the value is neither a text nor an array of texts.
  public init(from decoder: any Decoder) throws {
    if let text = try? String(from: decoder) {
      self = .text(text)
    } else {
      self = .texts(try [String](from: decoder))
    }
  }

  /// Encodes the answer.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try text.encode(to: encoder)
    case .texts(let texts): try texts.encode(to: encoder)
    case .file(let file): try file.encode(to: encoder)
    }
  }
}

/// An entry from the server's side, such as the journal of a run, read with its files.
struct KeptEntry: Decodable {
  private struct Kept: Decodable {
    let answer: FormEntry.Answer

    init(from decoder: any Decoder) throws {
      answer = try (try? FormEntry.Answer(from: decoder)) ?? .file(FormFile(from: decoder))
    }
  }

  let entry: FormEntry

  init(from decoder: any Decoder) throws {
    entry = FormEntry(try FormEntry.bounded([String: Kept](from: decoder), decoder).mapValues(\.answer))
  }
}

extension FormEntry {
  /// Comparing a long text can take long, and no field has such a name.
  static let longestName = 256

  fileprivate static func bounded<Kept>(_ answers: [String: Kept], _ decoder: any Decoder) throws -> [String: Kept] {
    guard answers.keys.allSatisfy({ $0.utf8.count <= longestName }) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Expected names of at most \(longestName) bytes."))
    }
    return answers
  }
}
