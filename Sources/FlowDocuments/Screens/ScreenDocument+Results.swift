import FlowJSON
import Hub
import Nimbus

/// The results with which a person can end a screen, as far as its document shows.
extension ScreenDocument {
  /// The text in place of an expression whose value only a person determines.
  private static let text = JSONValue.string("text")

  /// Returns the results, one for each choice.
  ///
  /// - Parameter screens: The components and actions of the program.
  /// - Returns: The results, in the order of the document, each once.
  func results(_ screens: RegisteredScreens) -> [JSONValue] {
    switch self {
    case .steps(let steps): return [ScreenResult.of(steps)]
    case .nimbus(let text): return Self.results(ofNimbus: text, screens)
    case .hub(let view): return Self.results(ofHub: view, screens)
    }
  }

  private static func results(ofNimbus text: String, _ screens: RegisteredScreens) -> [JSONValue] {
    guard let document = try? JSONValue(parsing: Array(text.utf8), maximumDepth: DocumentLimits.depth) else {
      return []
    }
    var results: [JSONValue] = []
    for action in DocumentInspection(of: document, in: screens.nimbusConfiguration()).actions
    where ScreenResult.nimbusActions.contains(action.name) {
      let value = action.name == ScreenResult.nimbusActions[0] ? filled(action.properties["result"] ?? .null) : .null
      let result: JSONValue = ["action": .string(action.name), "value": value]
      if !results.contains(result) { results.append(result) }
    }
    // Actions of the program alone can end the screen. Their results aren't known.
    return results.isEmpty ? [.null] : results
  }

  /// Returns a value whose expressions have a text instead. The depth of documents is limited.
  private static func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let source): ExpressionText(source).hasExpression ? text : value
    case .array(let elements): .array(elements.map(filled))
    case .object(let members): .object(JSONObject(members.map { ($0.name, filled($0.value)) }))
    default: value
    }
  }

  private static func results(ofHub view: JSONValue, _ screens: RegisteredScreens) -> [JSONValue] {
    var builder = HubViewModelBuilder()
    do { try builder.addJSON(document: view) } catch { return [] }
    let model = builder.build()
    var open: [HubComponentModel] = []
    for type in [HubComponentType.overlay, .body, .header] { open += model.componentModels(of: type).reversed() }
    var results: [JSONValue] = []
    while let component = open.popLast() {
      open += component.childComponentModels.reversed()
      // The first action that is known ends the screen.
      let action = component.target?.actionIdentifiers?.lazy.map { "\($0)" }.first(where: screens.hubActions.contains)
      guard let action else { continue }
      let result = ScreenResult.of(component, action)
      if !results.contains(result) { results.append(result) }
    }
    return results
  }
}

extension ValueShape {
  /// A value of the shape.
  var example: JSONValue {
    switch self {
    case .any, .null: .null
    case .bool: true
    case .integer, .number: 1
    case .text: "text"
    case .words(let words): .string(words.min() ?? "")
    case .list: []
    case .object(let members, _):
      .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.example) }))
    case .optional(let shape): shape.example
    }
  }
}
