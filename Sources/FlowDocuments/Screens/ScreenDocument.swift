import FlowJSON
import Foundation
import Hub
import Nimbus
import StepKit

/// The document of a screen, read by its system.
enum ScreenDocument: Sendable {
  case steps([Step])
  case nimbus(String)
  case hub(JSONValue)

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - value: The document.
  ///   - system: Its system.
  ///   - screens: The components, actions and operations of the program.
  ///   - location: The location of the document.
  ///   - problems: Receives each problem.
  /// - Returns: The document, and the shape of the result of its screen.
  static func read(
    _ value: JSONValue, of system: ScreenSystem, _ screens: RegisteredScreens, at location: JSONLocation,
    _ problems: ProblemList
  ) -> (document: ScreenDocument?, result: ValueShape) {
    switch system {
    case .stepkit: readSteps(value, location, problems)
    case .nimbus: readNimbus(value, screens, location, problems)
    case .hub: readHub(value, screens, location, problems)
    }
  }

  /// Reads a document that was fetched.
  ///
  /// - Throws: A ``DocumentRunError`` with the first problem.
  static func read(
    _ data: Data, from url: String, of system: ScreenSystem, _ screens: RegisteredScreens
  ) throws(DocumentRunError) -> ScreenDocument {
    let bytes = Array(data)
    func failure(_ reason: String) -> DocumentRunError {
      .unfitScreen(system.title, url: url, reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    }
    guard bytes.count <= DocumentLimits.bytes else {
      throw failure("expected at most \(DocumentLimits.bytes) bytes, found \(bytes.count)")
    }
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes, maximumDepth: DocumentLimits.depth) } catch { throw failure("\(error)") }
    let problems = ProblemList()
    if !system.isDocument(value) {
      problems.add(JSONElement(value).mismatch(system.document))
    }
    let document = problems.isEmpty ? read(value, of: system, screens, at: JSONLocation(), problems).document : nil
    if let problem = problems.placed(in: bytes).first {
      throw failure(problem.description)
    }
    guard let document else { throw failure("it has no screen") }
    return document
  }

  // MARK: StepKit

  private static func readSteps(
    _ value: JSONValue, _ location: JSONLocation, _ problems: ProblemList
  ) -> (ScreenDocument?, ValueShape) {
    guard case .array(let elements) = value else { return (nil, .any) }
    var steps: [Step] = []
    for (index, element) in elements.enumerated() {
      do throws(JSONTypeError) {
        steps.append(try Step(json: JSONElement(element, at: location.index(index))))
      } catch { problems.add(error) }
    }
    if elements.isEmpty { problems.add(JSONElement(value, at: location).mismatch("an array that isn't empty")) }
    guard let last = steps.last else { return (nil, .any) }
    let answers = steps.flatMap(\.answerNames)
    return (
      .steps(steps),
      .object(
        [
          "last": .words([last.name]),
          "answers": .object(Dictionary(answers.map { ($0, .text) }, uniquingKeysWith: { $1 }), isOpen: false),
        ], isOpen: false)
    )
  }

  // MARK: Nimbus

  private static func readNimbus(
    _ value: JSONValue, _ screens: RegisteredScreens, _ location: JSONLocation, _ problems: ProblemList
  ) -> (ScreenDocument?, ValueShape) {
    let inspection = DocumentInspection(of: value, in: screens.nimbusConfiguration())
    for fault in inspection.faults {
      problems.add(
        at: JSONLocation(location.components + fault.location.components), expected: fault.expected, found: fault.found)
    }
    let endings = inspection.actions.filter { ScreenResult.nimbusActions.contains($0.name) }
    if endings.isEmpty, inspection.faults.isEmpty, !screens.hasOwnNimbus {
      problems.add(
        at: location, expected: "the action \(DocumentText.list(ScreenResult.nimbusActions)), which ends the screen",
        found: "a document without it")
    }
    if screens.hasOwnNimbus {
      let standard = DocumentInspection(of: value, in: RegisteredScreens().nimbusConfiguration()).actions
      // An action of the program can end the screen with any value.
      guard standard.count == inspection.actions.count else { return (.nimbus(value.jsonText), .any) }
    }
    var ended: ValueShape?
    for ending in endings {
      let shape: ValueShape =
        ending.name == ScreenResult.nimbusActions[0] ? ending.properties["result"]?.templateShape ?? .null : .null
      ended = ended.map { $0.union(shape) } ?? shape
    }
    return (
      .nimbus(value.jsonText),
      .object(
        [
          "action": .oneOf(endings.isEmpty ? ScreenResult.nimbusActions : endings.map(\.name)),
          "value": screens.hasOwnNimbus ? .any : ended ?? .any,
        ], isOpen: false)
    )
  }

  // MARK: Hub

  private static func readHub(
    _ value: JSONValue, _ screens: RegisteredScreens, _ location: JSONLocation, _ problems: ProblemList
  ) -> (ScreenDocument?, ValueShape) {
    var targets = HubTargets(known: screens.hubActions)
    targets.inspect(value, location, problems)
    if targets.used.isEmpty, targets.isFine {
      problems.add(
        at: location,
        expected: "a component whose target has the action \(DocumentText.list(screens.hubActions.sorted()))",
        found: "none")
    }
    let actions = targets.used.isEmpty ? screens.hubActions : targets.used
    return (.hub(value), ScreenResult.hubShape(actions))
  }
}

/// The targets of a Hub document.
private struct HubTargets {
  let known: Set<String>
  private(set) var used: Set<String> = []
  private(set) var isFine = true

  init(known: Set<String>) { self.known = known }

  mutating func inspect(_ value: JSONValue, _ location: JSONLocation, _ problems: ProblemList) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() { inspect(element, location.index(index), problems) }
    case .object(let members):
      for (name, member) in members {
        let place = location.key(name)
        // Data of the author's choice isn't read.
        if ["custom", "metadata", "logging"].contains(name) { continue }
        if name == "target", case .array(let actions)? = member["actions"] {
          inspect(actions, place.key("actions"), problems)
        }
        inspect(member, place, problems)
      }
    default: break
    }
  }

  private mutating func inspect(_ actions: [JSONValue], _ location: JSONLocation, _ problems: ProblemList) {
    for (index, action) in actions.enumerated() {
      if case .string(let name) = action, known.contains(name) {
        used.insert(name)
      } else {
        isFine = false
        problems.add(
          JSONElement(action, at: location.index(index)).mismatch("an action: \(DocumentText.list(known.sorted()))"))
      }
    }
  }
}

extension JSONValue {
  /// The shape of a value with expressions, whose values aren't known.
  fileprivate var templateShape: ValueShape {
    switch self {
    case .string(let text):
      let compiled = ExpressionText(text)
      return compiled.expression != nil ? .any : compiled.hasExpression ? .text : ValueShape(of: self)
    case .array(let elements): return .list(elements.map(\.templateShape).joined)
    case .object(let members):
      return .object(
        Dictionary(members.map { ($0.name, $0.value.templateShape) }, uniquingKeysWith: { $1 }), isOpen: false)
    default: return ValueShape(of: self)
    }
  }
}
