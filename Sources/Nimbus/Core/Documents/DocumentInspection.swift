package import FlowJSON
import FlowScreens

/// The faults of a document, found before it is shown, for modules that check documents when they read them.
package struct DocumentInspection {
  /// A difference between what was expected and what was found.
  package struct Fault: Sendable, Hashable {
    /// The location in the document.
    package let location: JSONLocation
    package let expected: String
    package let found: String
  }

  /// An action of the document.
  package struct Action: Sendable {
    package let name: String
    package let properties: JSONValue
  }

  /// The faults, in the order of the document.
  package private(set) var faults: [Fault] = []
  /// The registered actions that the document names, in its order.
  package private(set) var actions: [Action] = []
  private let table: LibraryTable

  /// Inspects a document.
  ///
  /// - Parameters:
  ///   - document: The document, whose depth the reader of its text has limited.
  ///   - configuration: The libraries with which it is shown.
  package init(of document: JSONValue, in configuration: NimbusConfiguration) {
    let work = WorkBudget(SilentLogger())
    table = LibraryTable([.makeCore(work)] + configuration.libraries)
    let reader = DocumentReader(
      makeID: { "node" }, operation: { [table] in table.operation($0) }, hasAction: { _ in true }, report: { _ in })
    do {
      _ = try reader.read(document)
    } catch {
      // A value that can't be read as a whole isn't shown at all.
      switch error {
      case .malformedJSON(let reason):
        add(JSONLocation(), "a document of Nimbus", "one where Nimbus reports: \(reason)")
      case .malformedComponent(_, let path, let cause):
        add(Self.location(path), "a component of Nimbus", "one where Nimbus reports: \(cause)")
      }
      return
    }
    inspectNode(document, JSONLocation())
  }

  private static let structure: Set<String> = ["if", "then", "else", "forEach"]

  /// Returns the location of a path such as `$.children[:0]`.
  private static func location(_ path: String) -> JSONLocation {
    path.split(separator: ".").dropFirst().reduce(JSONLocation()) { location, part in
      let index = part.drop { $0 != ":" }.dropFirst().prefix { $0 != "]" }
      return location.key("children").index(Int(index) ?? 0)
    }
  }

  private mutating func add(_ location: JSONLocation, _ expected: String, _ found: String) {
    faults.append(
      Fault(location: location, expected: expected, found: found.hasSuffix(".") ? String(found.dropLast()) : found))
  }

  // MARK: Parts

  private mutating func inspectNode(_ node: JSONValue, _ location: JSONLocation) {
    guard case .string(let name)? = node["_:component"] else { return }
    if table.component(name) == nil, !Self.structure.contains(name) {
      add(
        location.key("_:component"), "a component: \(Self.list(table.componentNames.union(Self.structure)))",
        Self.quoted(name))
    }
    for part in ["state", "properties"] {
      if let value = node[part] { inspectValue(value, location.key(part)) }
    }
    guard case .array(let children)? = node["children"] else { return }
    for (index, child) in children.enumerated() { inspectNode(child, location.key("children").index(index)) }
  }

  private mutating func inspectValue(_ value: JSONValue, _ location: JSONLocation) {
    switch value {
    case .string(let text): inspectText(text, location)
    case .array(let elements):
      for (index, element) in elements.enumerated() { inspectValue(element, location.index(index)) }
    case .object(let members):
      if case .string(let name)? = members["_:action"] {
        if table.action(name) == nil {
          add(location.key("_:action"), "an action: \(Self.list(table.actionNames))", Self.quoted(name))
        } else {
          actions.append(Action(name: name, properties: members["properties"] ?? .object(JSONObject())))
        }
      }
      for (name, member) in members {
        // A fallback is a document of its own.
        if name == "fallback", member["_:component"] != nil {
          inspectNode(member, location.key(name))
        } else {
          inspectValue(member, location.key(name))
        }
      }
    default: break
    }
  }

  private mutating func inspectText(_ source: String, _ location: JSONLocation) {
    let text = ExpressionText(source)
    for problem in text.problems {
      add(location, "an expression", "\(Self.quoted(problem.source)), where Nimbus reports: \(problem.sentence)")
    }
    for case .expression(let node) in text.pieces { inspectCalls(node, location) }
  }

  private mutating func inspectCalls(_ node: ExpressionText.Node, _ location: JSONLocation) {
    guard case .call(let name, let arguments) = node else { return }
    if !table.operationNames.contains(name) {
      add(location, "an operation of Nimbus, such as \"eq\", \"and\", \"condition\" or \"sum\"", Self.quoted(name))
    }
    for argument in arguments { inspectCalls(argument, location) }
  }

  // MARK: Words

  private static func quoted(_ name: String) -> String { JSONValue.string(name.brief).jsonText }

  /// Returns names as a list. It has all of them, because a document can use no other.
  private static func list(_ names: some Collection<String>) -> String {
    let sorted = names.sorted().map(quoted)
    return sorted.dropLast().joined(separator: ", ") + " or " + (sorted.last ?? "")
  }
}
