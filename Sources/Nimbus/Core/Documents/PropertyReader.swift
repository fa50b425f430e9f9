import FlowJSON

/// Reads the templates of a node's properties, states and actions.
struct PropertyReader {
  /// The path of the node, for the log.
  let path: String
  /// Returns the error for a malformed node.
  let fail: (String) -> ServerDrivenDocumentError
  /// Returns the operation with the given name.
  let operation: (String) -> Operation
  /// Returns whether an action with the given name is registered.
  let hasAction: (String) -> Bool
  /// Reports a fault that doesn't affect the rest of the document.
  let report: (String) -> Void

  /// Compiles the properties of a node.
  func readProperties(_ members: JSONObject) throws(ServerDrivenDocumentError) -> [Formula] {
    var properties: [Formula] = []
    for (key, value) in members {
      let symbols = makeSymbols()
      let template = try readMember(key, value, depth: 1, symbols)
      properties.append(Formula(key: key, template: template, states: symbols.states))
    }
    return properties
  }

  /// Compiles the initial value of a state. Only a string can contain expressions.
  func readState(_ id: String, _ value: JSONValue) throws(ServerDrivenDocumentError) -> Formula {
    guard case .string(let text) = value else {
      if let excess = value.depthExcess(limit: NimbusLimits.valueDepth) { throw fail(excess) }
      return Formula(key: id, template: .constant(value), states: [])
    }
    let symbols = makeSymbols()
    return Formula(key: id, template: readString(text, symbols), states: symbols.states)
  }

  private func makeSymbols() -> ExpressionSymbols { ExpressionSymbols(operation: operation) }

  private func readMembers(
    of members: JSONObject, depth: Int, _ symbols: ExpressionSymbols
  ) throws(ServerDrivenDocumentError) -> [NamedTemplate] {
    var templates: [NamedTemplate] = []
    for (key, value) in members {
      templates.append(NamedTemplate(key: key, template: try readMember(key, value, depth: depth, symbols)))
    }
    return templates
  }

  private func readString(_ text: String, _ symbols: ExpressionSymbols) -> PropertyTemplate {
    let template = StringTemplate(text, symbols) { source, problem in
      report("The expression \(source.brief) of the node \(path) is malformed: \(problem).")
    }
    for case .expression(.call(let call)) in template.pieces {
      var names: Set<String> = []
      call.collectUnknownOperations(into: &names)
      for name in names.sorted() {
        report("The node \(path) calls the operation \"\(name.brief)\", which is not registered.")
      }
    }
    return template.constant.map { .constant(.string($0)) } ?? .text(template)
  }

  private func readMember(
    _ key: String, _ value: JSONValue, depth: Int, _ symbols: ExpressionSymbols
  ) throws(ServerDrivenDocumentError) -> PropertyTemplate {
    guard case .array(let elements) = value, elements.first?["_:action"] != nil else {
      return try readValue(value, depth: depth, symbols)
    }
    return .event(try readEvent(key, elements, depth: depth + 1))
  }

  private func readValue(
    _ value: JSONValue, depth: Int, _ symbols: ExpressionSymbols
  ) throws(ServerDrivenDocumentError) -> PropertyTemplate {
    guard depth <= NimbusLimits.valueDepth else {
      throw fail("properties are nested deeper than \(NimbusLimits.valueDepth) levels")
    }
    switch value {
    case .null, .bool, .integer, .number: return .constant(value)
    case .string(let text): return readString(text, symbols)
    case .array(let elements):
      var templates: [PropertyTemplate] = []
      for element in elements { templates.append(try readValue(element, depth: depth + 1, symbols)) }
      return Self.list(templates)
    case .object(let members): return Self.map(try readMembers(of: members, depth: depth + 1, symbols))
    }
  }

  private func readEvent(
    _ name: String, _ elements: [JSONValue], depth: Int
  ) throws(ServerDrivenDocumentError) -> EventBlueprint {
    var actions: [ActionBlueprint] = []
    for (index, element) in elements.enumerated() {
      let place = "the action \(index) of \"\(name.brief)\""
      guard case .object(let members) = element else {
        throw fail("expected an object for \(place), found \(element.foundText)")
      }
      guard case .string(let action) = members["_:action"] else {
        let found = members["_:action"]?.foundText ?? "nothing"
        throw fail("expected a string for \"_:action\" in \(place), found \(found)")
      }
      if !hasAction(action) {
        report(
          "The action \"\(action.brief)\", used by \"\(name.brief)\" of the node \(path), is not registered.")
      }
      actions.append(
        ActionBlueprint(
          name: action,
          properties: try readPart("properties", of: members, action: action, place, depth),
          metadata: try readPart("metadata", of: members, action: action, place, depth)))
    }
    return EventBlueprint(name: name, actions: actions)
  }

  private func readPart(
    _ key: String, of action: JSONObject, action name: String, _ place: String, _ depth: Int
  ) throws(ServerDrivenDocumentError) -> Formula? {
    switch action[key] {
    case nil, .null: return nil
    case .object(let members):
      guard depth < NimbusLimits.valueDepth else {
        throw fail("properties are nested deeper than \(NimbusLimits.valueDepth) levels")
      }
      var plain = members
      // A fallback is a separate document. Its expressions belong to the view that shows the fallback.
      let fallback = name == "push" || name == "present" ? members["fallback"] : nil
      if fallback != nil { plain["fallback"] = nil }
      let symbols = makeSymbols()
      var templates = try readMembers(of: plain, depth: depth + 1, symbols)
      if let fallback { templates.append(NamedTemplate(key: "fallback", template: .constant(fallback))) }
      return Formula(key: key, template: Self.map(templates), states: symbols.states)
    case let other?: throw fail("expected an object for \"\(key.brief)\" in \(place), found \(other.foundText)")
    }
  }

  private static func list(_ templates: [PropertyTemplate]) -> PropertyTemplate {
    var values: [JSONValue] = []
    for template in templates {
      guard case .constant(let value) = template else { return .list(templates) }
      values.append(value)
    }
    return .constant(.array(values))
  }

  private static func map(_ templates: [NamedTemplate]) -> PropertyTemplate {
    var members = JSONObject()
    for member in templates {
      guard case .constant(let value) = member.template else { return .map(templates) }
      members[member.key] = value
    }
    return .constant(.object(members))
  }
}
