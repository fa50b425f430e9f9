import FlowJSON
public import Foundation

/// A flow that a server describes as JSON, checked against the steps of the program.
///
/// ```swift
/// let document = try FlowDocument(parsing: text, for: registry)
/// let flow = try document.durableFlow()
/// let worker = FlowWorker(store, running: [flow])
/// ```
///
/// A document that was read has no problem: its routes lead to steps, every step is reached, every circle has a way out, its expressions
/// compile, and the values that they read are there on every way and have the right types. Otherwise the initializer throws every problem
/// with its line, its column, and what was expected and found.
public struct FlowDocument: Sendable {
  let content: DocumentContent
  let registry: FlowRegistry
  let ways: [StepWays]
  /// The shape of each step's value, by its place.
  let shapes: [ValueShape]
  /// The documents of the screens that stand in the document, by the places of their steps.
  let screens: [Int: ScreenDocument]
  let reads: [ValueRead]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The document as JSON.
  ///   - registry: The steps and messages of the program.
  /// - Throws: A ``FlowDocumentError`` with the problems.
  public init(parsing text: String, for registry: FlowRegistry) throws(FlowDocumentError) {
    try self.init(Array(text.utf8), registry)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: The document as JSON in UTF-8.
  ///   - registry: The steps and messages of the program.
  /// - Throws: A ``FlowDocumentError`` with the problems.
  public init(parsing data: Data, for registry: FlowRegistry) throws(FlowDocumentError) {
    try self.init(Array(data), registry)
  }

  private init(_ bytes: [UInt8], _ registry: FlowRegistry) throws(FlowDocumentError) {
    let problems = ProblemList()
    self.registry = registry
    let read = DocumentCheck(registry, problems).read(try Self.parse(bytes))
    for location in JSONLocation.ofRepeatedNames(in: bytes, atMost: DocumentLimits.repeatedNames) {
      problems.add(at: location, expected: "each name once in an object", found: "this one again")
    }
    (content, ways, shapes, screens, reads) = (read.content, read.ways, read.shapes, read.screens, read.reads)
    guard problems.isEmpty else {
      throw FlowDocumentError(problems.placed(in: bytes), furtherProblems: problems.further)
    }
  }

  private static func parse(_ bytes: [UInt8]) throws(FlowDocumentError) -> JSONValue {
    do throws(JSONSyntaxError) {
      guard bytes.count <= DocumentLimits.bytes else {
        throw JSONSyntaxError(
          at: JSONPosition(line: 1, column: 1, offset: 0), expected: "at most \(DocumentLimits.bytes) bytes",
          found: "\(bytes.count)")
      }
      return try JSONValue(parsing: bytes, maximumDepth: DocumentLimits.depth)
    } catch {
      throw FlowDocumentError([
        FlowDocumentProblem(
          position: error.position, location: JSONLocation(), expected: error.expected, found: error.found)
      ])
    }
  }

  /// The name of the flow, under which a store knows it.
  public var identifier: String { content.flow }

  /// The version of the document.
  public var version: Int { content.version }

  /// The ids of all steps, in the order of the document.
  public var steps: [String] { content.steps.map(\.id) }

  /// The names of the variants, in the order of the document; empty if it has none.
  public var variantNames: [String] { content.variants?.weights.map(\.name) ?? [] }

  /// The languages of the texts for people, the first one for people of other languages; empty if the document doesn't declare them.
  public var languages: [String] { content.languages }

  /// Whether a form asks for a password, so that stored runs need a codec.
  public var isPrivate: Bool { content.hasPrivateForms }
}

/// Reads and checks a document, in passes over its value. Each pass reports its problems.
struct DocumentCheck {
  /// The findings of all passes.
  struct Found {
    var content: DocumentContent
    var ways: [StepWays]
    var shapes: [ValueShape] = []
    var screens: [Int: ScreenDocument] = [:]
    var reads: [ValueRead] = []
  }

  private let registry: FlowRegistry
  private let problems: ProblemList

  init(_ registry: FlowRegistry, _ problems: ProblemList) {
    (self.registry, self.problems) = (registry, problems)
  }

  func read(_ json: JSONValue) -> Found {
    StructureCheck(problems: problems).check(json)
    // With a step that couldn't be read, other steps would seem to be unreachable.
    let isWhole = problems.isEmpty
    let content = ContentReader(json, problems).read()
    let check = WayCheck(content: content, problems: problems)
    let ways = check.ways()
    if isWhole { check.check(ways) }
    let sure = isWhole && !content.steps.isEmpty ? SureValues(ways, count: content.steps.count) : nil
    var found = Found(content: content, ways: ways)
    for (place, step) in content.steps.enumerated() {
      let (shape, screen) = shape(of: step)
      found.shapes.append(shape)
      found.screens[place] = screen
    }
    let reads = checkValues(of: content, found.shapes, sure)
    UpgradeCheck(problems: problems).check(content, found.shapes)
    found.reads = reads.found.sorted { ($0.node, $0.step) < ($1.node, $1.step) }
    return found
  }

  private func checkValues(of content: DocumentContent, _ shapes: [ValueShape], _ sure: SureValues?) -> ReadList {
    let expressions = ExpressionCheck(content: content, shapes: shapes, sure: sure, problems: problems)
    let inputs = InputCheck(expressions: expressions, problems: problems)
    for (place, step) in content.steps.enumerated() {
      for route in step.routes {
        guard case .expression(let text)? = route.when else { continue }
        expressions.checkCondition(
          text, ExpressionCheck.Reader(place: .completion(place), location: route.location.key("when")))
      }
      switch step.work {
      case .screen(let screen): check(screen, step, place, inputs)
      case .use(let use): check(use, step, place, inputs)
      case .awaits(let name):
        if registry.messages[name] == nil {
          problems.add(
            at: step.location.key("awaits"),
            expected: registry.messageNames.isEmpty
              ? "no step that awaits, because the program has no messages"
              : "a message of the program: \(DocumentText.list(registry.messageNames))",
            found: "the string \(DocumentText.quoted(name))")
        }
      case .form, .page, .unreadable: break
      }
    }
    return expressions.reads
  }

  private func check(
    _ use: DocumentContent.UseContent, _ step: DocumentContent.Step, _ place: Int, _ inputs: InputCheck
  ) {
    guard let registered = registry.steps[use.name] else {
      problems.add(
        at: step.location.key("use"), expected: "a step of the program: \(DocumentText.list(registry.stepNames))",
        found: "the string \(DocumentText.quoted(use.name))")
      if let with = use.with { inputs.check(with, .any, at: step.location.key("with"), .beginning(place)) }
      return
    }
    let before = problems.count
    let location = step.location.key("with")
    inputs.check(use.with, registered.input, at: location, .beginning(place))
    // A value without expressions can be decoded now.
    guard problems.count == before, case let with = use.with ?? .object(JSONObject()), !with.hasExpression else {
      return
    }
    do { try registered.decode(with) } catch {
      problems.add(
        at: location, expected: "the input of \"\(use.name)\"",
        found: "a value that doesn't decode: \(String(describing: error).withoutEnd)")
    }
  }

  private func check(
    _ screen: ScreenContent, _ step: DocumentContent.Step, _ place: Int, _ inputs: InputCheck
  ) {
    if case .url(let url) = screen.source {
      let location = step.location.key(screen.system.rawValue).key("url")
      inputs.check(.string(url), .text, at: location, .beginning(place))
      if registry.screens.load == nil {
        problems.add(at: location, expected: "a program that loads documents", found: "one without a loader")
      }
    }
    for (name, value) in screen.states {
      inputs.check(value, .any, at: step.location.key("states").key(name), .beginning(place))
    }
  }

  /// Returns the shape of a step's value, and its screen if that stands in the document. Reports the problems of the screen.
  private func shape(of step: DocumentContent.Step) -> (ValueShape, ScreenDocument?) {
    switch step.work {
    case .form(let form): return (form.shape, nil)
    case .use(let use): return (registry.steps[use.name]?.output ?? .any, nil)
    case .awaits(let name): return (registry.messages[name]?.shape ?? .any, nil)
    case .screen(let screen):
      guard case .inline(let value) = screen.source else {
        return (ScreenResult.shape(of: screen.system, registry.screens), nil)
      }
      let read = ScreenDocument.read(
        value, of: screen.system, registry.screens, at: step.location.key(screen.system.rawValue), problems)
      return (read.result, read.document)
    case .page, .unreadable: return (.any, nil)
    }
  }
}

extension JSONValue {
  /// Whether a text at any depth has an expression. The depth of documents is limited.
  fileprivate var hasExpression: Bool {
    switch self {
    case .string(let text): text.utf8.contains(UInt8(ascii: "@"))
    case .array(let elements): elements.contains { $0.hasExpression }
    case .object(let members): members.contains { $0.value.hasExpression }
    default: false
    }
  }
}

extension String {
  fileprivate var withoutEnd: String { hasSuffix(".") ? String(dropLast()).brief : brief }
}
