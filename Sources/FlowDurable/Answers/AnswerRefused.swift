public import FlowJSON

/// The refusal of an answer by the flow, with a sentence for each problem.
///
/// ```swift
/// let address = FlowStepDeclaration.awaiting(Delivery.self, identifier: "address").checking { delivery, _ in
///   if await taken(delivery.email) { throw AnswerRefused(["email": "The email address is taken."]) }
/// }
/// ```
///
/// The run continues to wait for another answer to the same visit. Nothing else changes.
public struct AnswerRefused: Error, Sendable, Hashable, CustomStringConvertible {
  /// A problem of an answer.
  ///
  /// ```swift
  /// let problem = AnswerRefused.Problem("The email address is taken.", field: "email")
  /// ```
  public struct Problem: Sendable, Hashable, Codable {
    /// The name of the field; nil if the problem is one of the whole answer.
    public var field: String?
    /// The problem as a sentence for the person who answers.
    public var sentence: String

    /// Creates a problem.
    ///
    /// - Parameters:
    ///   - sentence: The problem as a sentence.
    ///   - field: The name of the field; nil if the problem is one of the whole answer.
    public init(_ sentence: String, field: String? = nil) {
      self.sentence = sentence
      self.field = field
    }
  }

  /// The problems, in the order in which a page shows them.
  public var problems: [Problem]

  /// Creates a refusal.
  ///
  /// - Parameter problems: The problems.
  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// Creates a refusal with sentences by fields.
  ///
  /// - Parameter sentences: The sentences by the names of the fields, in order.
  public init(_ sentences: KeyValuePairs<String, String>) {
    problems = sentences.map { Problem($0.value, field: $0.key) }
  }

  /// Creates a refusal of the whole answer.
  ///
  /// - Parameter sentence: The problem as a sentence.
  public init(_ sentence: String) {
    problems = [Problem(sentence)]
  }

  /// The sentences of all problems.
  public var description: String { problems.map(\.sentence).joined(separator: " ") }
}

/// An answer that was refused, with its problems, as a page shows them.
///
/// ```swift
/// if case .page(let visit) = try await run.rest(), let refused = visit.refused {
///   for problem in refused.problems { print(problem.field ?? "the page", problem.sentence) }
/// }
/// ```
public struct RefusedAnswer: Sendable, Hashable {
  /// The problems; none if the answer was given to an earlier version of the page, and doesn't fit this one.
  public let problems: [AnswerRefused.Problem]
  /// The answer, as the message has it.
  public let value: JSONValue
  /// The entry as the person typed it; nil if the answer contains everything.
  public let draft: JSONValue?
}

extension AnswerRefused {
  /// The refusal as a record keeps it, sealed.
  func json(_ received: ReceivedMessage, _ seal: PayloadSeal) throws -> JSONValue {
    guard case .message(let name, let body) = received.message.content else { return .null }
    let problems = try ValueCoder.encode(problems)
    var json: JSONObject = [
      "problems": try seal.seal(problems, PayloadSeal.problemsName), "name": .string(name), "value": body,
    ]
    for (name, value) in received.answerMembers ?? [:] { json[name] = value }
    return .object(json)
  }
}

extension RefusedAnswer {
  /// Reads a refusal from the record that keeps it.
  init(_ refusal: RunCourse.Refusal, _ seal: PayloadSeal) throws {
    let element = JSONElement(refusal.json)
    let name = try element["name"].string()
    problems = try ValueCoder.decode(
      [AnswerRefused.Problem].self,
      from: try seal.open(try element["problems"].requiredValue(), PayloadSeal.problemsName))
    value = try seal.open(try element["value"].requiredValue(), name)
    draft = try element["draft"].value.map { try seal.open($0, PayloadSeal.draftName) }
  }
}

extension PayloadSeal {
  /// The name under which the draft of an answer is sealed.
  static let draftName = "draft"
  /// The name under which the problems of an answer are sealed.
  static let problemsName = "problems"
}
