import FlowDurable
import FlowExperiments
import FlowJSON
import FlowState
import Nimbus

/// An experiment between documents: a unit, such as a user, gets one of those whose condition it fulfills, and always the same one.
///
/// ```swift
/// struct Visitor: Codable, Sendable { var age: Int, country: String }
///
/// let checkout = try DocumentExperiment(
///   "checkout", for: Visitor.self,
///   [.init(short, weight: 1, when: "@{and(gte(age, 18), eq(country, 'NL'))}"), .init(long, weight: 3)])
/// let document = checkout.document(for: "user-42", Visitor(age: 30, country: "NL"))
/// ```
///
/// The documents that a unit can get share the units in proportion to their weights. The flow names of the documents are the names of the
/// variants, so a store keeps their runs apart.
public struct DocumentExperiment<Subject: Codable & Sendable>: Sendable {
  /// A document of an experiment.
  ///
  /// ```swift
  /// let rare = DocumentExperiment<Visitor>.Arm(short, weight: 0.1, when: "@{gte(age, 18)}")
  /// ```
  public struct Arm: Sendable {
    /// The document.
    public let document: FlowDocument
    /// The weight. A document gets units in proportion to its weight.
    public let weight: Double
    /// The condition, an expression that reads the members of the subject; nil if each unit can get the document.
    public let when: String?

    /// Creates an arm. The experiment checks it.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - weight: The weight; finite and more than zero.
    ///   - condition: An expression, such as `@{gte(age, 18)}`.
    public init(_ document: FlowDocument, weight: Double = 1, when condition: String? = nil) {
      (self.document, self.weight, when) = (document, weight, condition)
    }
  }

  /// The name of the experiment, on which the draw depends.
  public let name: String
  /// The documents.
  public let arms: [Arm]

  /// Creates an experiment.
  ///
  /// - Parameters:
  ///   - name: The name. Another name distributes the units differently.
  ///   - subject: The type of the values that conditions read.
  ///   - arms: The documents. At least one has no condition, so that each unit gets a document.
  /// - Throws: A ``DocumentExperimentError`` with every problem.
  public init(_ name: String, for subject: Subject.Type, _ arms: [Arm]) throws(DocumentExperimentError) {
    (self.name, self.arms) = (name, arms)
    var sentences: [String] = []
    let shape = TypeProbe.shape(of: subject)
    for (index, arm) in arms.enumerated() {
      if arms[..<index].contains(where: { $0.document.identifier == arm.document.identifier }) {
        sentences.append("Two documents have the flow '\(arm.document.identifier)'. Give each a name of its own.")
      }
      guard let condition = arm.when else { continue }
      sentences += Self.problems(of: condition, shape).map { problem in
        "The condition of '\(arm.document.identifier)' is not as expected: expected \(problem.expected), found \(problem.found)."
      }
    }
    if !arms.contains(where: { $0.when == nil }) {
      sentences.append("Each document has a condition, so a unit can get none. Give one of them no condition.")
    }
    do { _ = try Self.experiment(name, arms) } catch { sentences.append("\(error)") }
    guard sentences.isEmpty else { throw DocumentExperimentError(problems: sentences) }
  }

  /// Returns the document that a unit gets.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, such as a user; any text.
  ///   - subject: The values that conditions read.
  /// - Returns: The document.
  public func document(for unit: String, _ subject: Subject) -> FlowDocument {
    let values = (try? StoredJSON.of(subject)) ?? .null
    let session = ExpressionSession { values[$0] }
    let open = arms.filter { arm in arm.when.map { session.value(of: $0) == .bool(true) } ?? true }
    let drawn = try? Self.experiment(name, open).assignment(for: unit).variant
    return (open.first { $0.document.identifier == drawn } ?? open.first ?? arms[0]).document
  }

  private static func experiment(_ name: String, _ arms: [Arm]) throws -> Experiment {
    // The names can repeat while the problems are collected.
    var seen: Set<String> = []
    let own = arms.filter { seen.insert($0.document.identifier).inserted }
    return try Experiment(name, variants: own.map { .init($0.document.identifier, weight: $0.weight) })
  }

  /// Returns the problems of a condition. The members of the subject take the places of steps.
  private static func problems(of condition: String, _ shape: ValueShape) -> [JSONTypeError] {
    let problems = ProblemList()
    var content = DocumentContent()
    var shapes: [ValueShape] = []
    var isOpen = true
    if case .object(let members, let open) = shape {
      isOpen = open
      for (name, shape) in members.sorted(by: { $0.key < $1.key }) {
        content.places[name] = content.steps.count
        content.steps.append(DocumentContent.Step(location: JSONLocation(), id: name, work: .unreadable))
        shapes.append(shape)
      }
    }
    let check = ExpressionCheck(
      content: content, shapes: shapes, sure: nil, problems: problems, readsEarlierVersion: isOpen,
      names: "a member of the subject: \(DocumentText.list(content.steps.map(\.id)))")
    guard DocumentText.isCondition(condition), !DocumentText.endings.contains(condition) else {
      return [
        JSONTypeError(
          at: JSONLocation(), expected: "an expression, such as \"@{gte(age, 18)}\"",
          found: "the string \(DocumentText.quoted(condition))")
      ]
    }
    check.checkCondition(
      ExpressionText(condition), ExpressionCheck.Reader(place: .beginning(0), location: JSONLocation()))
    return problems.found
  }
}

/// An error with every problem of an experiment between documents.
///
/// ```swift
/// do { _ = try DocumentExperiment("checkout", for: Visitor.self, []) } catch { print(error) }
/// ```
public struct DocumentExperimentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems as sentences, at least one.
  public let problems: [String]

  /// The problems, one on each line.
  public var description: String { problems.joined(separator: "\n") }
}
