package import FlowJSON
import FlowScreens

/// A text with expressions as plain data, for modules that check the expressions of a document before they evaluate them.
package struct ExpressionText: Sendable, Hashable {
  /// A step from a value to one of its parts.
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  /// An expression.
  package indirect enum Node: Sendable, Hashable {
    case literal(JSONValue)
    /// The value at a path in a state.
    case state(String, [Step])
    /// A call of an operation.
    case call(String, [Node])
  }

  /// A part of the text.
  package enum Piece: Sendable, Hashable {
    case text(String)
    case expression(Node)
  }

  /// A malformed expression.
  package struct Problem: Sendable, Hashable {
    /// The text of the expression, from `@{` to `}`.
    package let source: String
    /// The problem, without an end mark.
    package let sentence: String
  }

  /// The text as the document has it.
  package let source: String
  /// The parts, in order.
  package let pieces: [Piece]
  /// The malformed expressions.
  package let problems: [Problem]

  /// Compiles a text.
  ///
  /// - Parameter source: The text as the document has it.
  package init(_ source: String) {
    let symbols = ExpressionSymbols { Operation.unknown($0) }
    var problems: [Problem] = []
    let template = StringTemplate(source, symbols) { source, problem in
      problems.append(Problem(source: source, sentence: problem.description))
    }
    self.source = source
    self.problems = problems
    pieces = template.pieces.map { piece in
      switch piece {
      case .text(let text): .text(text)
      case .expression(let expression): .expression(Node(expression, symbols.states))
      }
    }
  }

  /// The expression, if the text is a single one.
  package var expression: Node? {
    guard pieces.count == 1, case .expression(let node) = pieces[0] else { return nil }
    return node
  }

  /// Whether the text has an expression.
  package var hasExpression: Bool {
    pieces.contains { if case .expression = $0 { true } else { false } }
  }

  /// The names of the operations that every document can call.
  package static var operations: [String] { ExpressionSession { _ in nil }.operations }
}

extension ExpressionText.Node {
  fileprivate init(_ expression: Expression, _ states: [String]) {
    switch expression {
    case .literal(let value): self = .literal(value)
    case .state(let number, let steps):
      self = .state(
        states[number],
        steps.map { step in
          switch step {
          case .key(let key): .key(key)
          case .index(let index): .index(index)
          }
        })
    case .call(let call): self = .call(call.operation.name, call.arguments.map { Self($0, states) })
    }
  }
}

/// Evaluates texts with the states that a closure returns. All evaluations of a session together have one limit of work.
///
/// `and` and `or` have no value if it depends on an operation that has failed. In a screen they ignore such an argument.
package final class ExpressionSession {
  /// Expressions of documents without a screen report nothing: a value that can't be computed is null.
  private struct Quiet: FlowLogger {
    func log(_ level: FlowLogLevel, _ message: String) {}
  }

  private let logger = BoundedLogger(Quiet())
  private let work: WorkBudget
  private let library: NimbusSwiftUILibrary
  private let scope = Scope("document", parent: nil)
  private let state: (String) -> JSONValue?
  /// The number of operations that had failed before the text that is evaluated.
  private var earlierFailures = 0

  /// Creates a session.
  ///
  /// - Parameter state: Returns the value of a state; nil if there is none.
  package init(_ state: @escaping (_ name: String) -> JSONValue?) {
    self.state = state
    work = WorkBudget(logger)
    library = .makeCore(work)
    addStrictLogic()
  }

  /// Replaces `and` and `or`, with which a condition that can't be computed would be true, or false behind `not`.
  private func addStrictLogic() {
    for (name, decisive) in [("and", false), ("or", true)] {
      library.addCoreOperation(name, .shallow) { [unowned self] arguments in
        if arguments.contains(decisive) { return .bool(decisive) }
        if work.failedOperations > earlierFailures { try refuseNull(in: arguments) }
        return .bool(!decisive)
      }
    }
  }

  // A method, because the optimizer of Swift 6.3 crashes at this loop in a closure that captures.
  private func refuseNull(in arguments: Arguments) throws {
    for index in arguments.indices where arguments[index].isNull {
      throw OperationFault("the argument \(index + 1) has no value")
    }
  }

  fileprivate var operations: [String] { library.operations.keys.sorted() }

  /// Returns the value of a text: that of its expression if the text is a single one, and otherwise a text.
  ///
  /// - Parameter text: The text.
  /// - Returns: The value; null where it can't be computed.
  package func value(of text: String) -> JSONValue {
    earlierFailures = work.failedOperations
    let symbols = ExpressionSymbols { [library] in library.operations[$0] ?? .unknown($0) }
    let template = StringTemplate(text, symbols) { _, _ in }
    if let constant = template.constant { return .string(constant) }
    let cells = symbols.states.map { name in state(name).map { StateCell(name, $0) } }
    let formula = Formula(key: "", template: .text(template), states: symbols.states)
    return Evaluation(of: formula, states: cells, in: scope, logger, work).value(of: template)
  }

  /// Returns a value whose texts are evaluated, at any depth.
  ///
  /// - Parameter template: The value, which the reader of a document has limited in depth.
  /// - Returns: The value.
  package func value(of template: JSONValue) -> JSONValue {
    switch template {
    case .string(let text): value(of: text)
    case .array(let elements): .array(elements.map { value(of: $0) })
    case .object(let members): .object(members.mapValues { value(of: $0) })
    default: template
    }
  }
}
