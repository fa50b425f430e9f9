/// A problem of an entry, as a sentence for the person who entered it.
///
/// ```swift
/// let tooEarly = FormProblem.field("delivery", "Choose a day that is not a Sunday.")
/// ```
public struct FormProblem: Codable, Sendable, Hashable, CustomStringConvertible {
  /// The reason for a problem.
  ///
  /// ```swift
  /// if problem.reason == .missing { print("Fill in", problem.field ?? "the form") }
  /// ```
  public enum Reason: Error, Codable, Sendable, Hashable {
    /// There is no answer, and one is required.
    case missing
    /// The text isn't of the kind of the field.
    case malformed
    /// The text has too many characters, the number too many digits, or the file too many bytes.
    case tooLong
    /// The number, the date, or the number of choices is beyond a limit.
    case outOfRange
    /// The answer isn't one of the options.
    case notAnOption
    /// The text has a character that can't be seen and could mislead; its code, as in `U+202E`.
    case forbidden(String)
    /// A check of the form refuses the answer, with this sentence.
    case refused(String)
  }

  /// The name of the field; nil for the whole form.
  public let field: String?
  /// The reason.
  public let reason: Reason
  /// The sentence that the person sees. It names the field.
  public let sentence: String

  init(field: String?, reason: Reason, sentence: String) {
    self.field = field
    self.reason = reason
    self.sentence = sentence
  }

  /// Creates the problem of a field.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - sentence: The sentence that the person sees.
  /// - Returns: The problem.
  public static func field(_ name: String, _ sentence: String) -> FormProblem {
    FormProblem(field: name, reason: .refused(sentence), sentence: sentence)
  }

  /// Creates a problem of the whole form.
  ///
  /// - Parameter sentence: The sentence that the person sees.
  /// - Returns: The problem.
  public static func form(_ sentence: String) -> FormProblem {
    FormProblem(field: nil, reason: .refused(sentence), sentence: sentence)
  }

  /// The sentence.
  public var description: String { sentence }
}

/// The problems of an entry, in the order of the fields.
///
/// ```swift
/// do {
///   print(try delivery.read(entry))
/// } catch {
///   for problem in error.problems { print(problem) }
/// }
/// ```
public struct FormProblems: Error, Codable, Sendable, Hashable, CustomStringConvertible {
  /// The problems; at least one.
  public let problems: [FormProblem]

  /// Creates a list of problems.
  ///
  /// - Parameter problems: The problems; at least one.
  public init(_ problems: [FormProblem]) {
    self.problems = problems
  }

  /// Returns the problems of a field, or of the whole form.
  ///
  /// - Parameter field: The name of the field; nil for the whole form.
  /// - Returns: The problems.
  public func problems(of field: String?) -> [FormProblem] { problems.filter { $0.field == field } }

  /// The sentences.
  public var description: String { problems.map(\.sentence).joined(separator: " ") }
}
