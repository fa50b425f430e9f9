import FlowJSON

/// Reads the templates of a node's properties, states and actions.
struct PropertyReader {
  /// The path of the node, for the log.
  let path: String
  /// Returns the error that the node is malformed.
  let fail: (String) -> ServerDrivenDocumentError
  let reader: DocumentReader

  /// Reads the templates of an object's members.
  func readMembers(
    of members: JSONObject, depth: Int
  ) throws(ServerDrivenDocumentError) -> [NamedTemplate] {
    var templates: [NamedTemplate] = []
    for (key, value) in members {
      templates.append(NamedTemplate(key: key, template: try readMember(key, value, depth: depth)))
    }
    return templates
  }

  /// Reads the template of a string.
  func readString(_ text: String) -> PropertyTemplate {
    let template = StringTemplate(text) { source, problem in
      reader.report("The expression \(source.prefix(100)) of the node \(path) is malformed: \(problem).")
    }
    for case .expression(let expression) in template.pieces {
      var names: Set<String> = []
      expression.collectOperations(into: &names)
      for name in names.sorted() where !reader.hasOperation(name) {
        reader.report("The node \(path) calls the operation \"\(name)\", which is not registered.")
      }
    }
    return template.constant.map { .constant(.string($0)) } ?? .text(template)
  }

  /// Throws an error if a value is nested too deeply.
  func checkDepth(of value: JSONValue) throws(ServerDrivenDocumentError) {
    if let excess = value.depthExcess(limit: NimbusLimits.valueDepth) { throw fail(excess) }
  }

  private func readMember(
    _ key: String, _ value: JSONValue, depth: Int
  ) throws(ServerDrivenDocumentError) -> PropertyTemplate {
    guard case .array(let elements) = value, elements.first?["_:action"] != nil else {
      return try readValue(value, depth: depth)
    }
    return .event(try readEvent(key, elements, depth: depth + 1))
  }

  private func readValue(
    _ value: JSONValue, depth: Int
  ) throws(ServerDrivenDocumentError) -> PropertyTemplate {
    guard depth <= NimbusLimits.valueDepth else {
      throw fail("properties are nested deeper than \(NimbusLimits.valueDepth) levels")
    }
    switch value {
    case .null, .bool, .integer, .number: return .constant(value)
    case .string(let text): return readString(text)
    case .array(let elements):
      var templates: [PropertyTemplate] = []
      for element in elements { templates.append(try readValue(element, depth: depth + 1)) }
      return Self.list(templates)
    case .object(let members): return Self.map(try readMembers(of: members, depth: depth + 1))
    }
  }

  private func readEvent(
    _ name: String, _ elements: [JSONValue], depth: Int
  ) throws(ServerDrivenDocumentError) -> EventBlueprint {
    var actions: [ActionBlueprint] = []
    for (index, element) in elements.enumerated() {
      let place = "the action \(index) of \"\(name)\""
      guard case .object(let members) = element else {
        throw fail("expected an object for \(place), found \(element.foundText)")
      }
      guard case .string(let action) = members["_:action"] else {
        let found = members["_:action"]?.foundText ?? "nothing"
        throw fail("expected a string for \"_:action\" in \(place), found \(found)")
      }
      if !reader.hasAction(action) {
        reader.report("The action \"\(action)\", used by \"\(name)\" of the node \(path), is not registered.")
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
  ) throws(ServerDrivenDocumentError) -> PropertyTemplate? {
    switch action[key] {
    case nil, .null: return nil
    case .object(let members):
      guard depth < NimbusLimits.valueDepth else {
        throw fail("properties are nested deeper than \(NimbusLimits.valueDepth) levels")
      }
      var plain = members
      // A fallback is a separate document. Its expressions belong to the view that shows it.
      let fallback = name == "push" || name == "present" ? members["fallback"] : nil
      if fallback != nil { plain["fallback"] = nil }
      var templates = try readMembers(of: plain, depth: depth + 1)
      if let fallback { templates.append(NamedTemplate(key: "fallback", template: .constant(fallback))) }
      return Self.map(templates)
    case let other?: throw fail("expected an object for \"\(key)\" in \(place), found \(other.foundText)")
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
