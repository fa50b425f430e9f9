import FlowJSON

/// Reads the blueprints of a document. It finds all errors in the document before anything is shown.
struct DocumentReader {
  /// Returns a new identifier for a node without one.
  let makeID: () -> String
  /// Returns the operation with the given name.
  let operation: (String) -> Operation
  /// Returns whether an action with the given name is registered.
  let hasAction: (String) -> Bool
  /// Reports a fault that doesn't affect the rest of the document.
  let report: (String) -> Void

  /// Reads a whole document.
  func read(_ document: JSONValue) throws(ServerDrivenDocumentError) -> NodeBlueprint {
    guard case .object = document else {
      throw .malformedJSON(reason: "expected an object, found \(document.foundText).")
    }
    if let excess = document.depthExcess(limit: NimbusLimits.documentDepth) {
      throw .malformedJSON(reason: excess)
    }
    return try readNode(document, path: "$", depth: 1)
  }

  /// Reads a node and the nodes below it. Only this method is recursive. The rest of the work is in `readHead`, so each
  /// level uses little stack.
  private func readNode(
    _ json: JSONValue, path: String, depth: Int
  ) throws(ServerDrivenDocumentError) -> NodeBlueprint {
    let head = try readHead(json, path: path, depth: depth)
    var children: [NodeBlueprint] = []
    children.reserveCapacity(head.children.count)
    for index in head.children.indices {
      children.append(try readChild(of: head, at: index, path: path, depth: depth))
    }
    return NodeBlueprint(
      id: head.id, component: head.component, properties: head.properties, states: head.states, children: children)
  }

  private func readChild(
    of head: NodeHead, at index: Int, path: String, depth: Int
  ) throws(ServerDrivenDocumentError) -> NodeBlueprint {
    try readNode(head.children[index], path: "\(path).children[:\(index)]", depth: depth + 1)
  }

  /// A node's own data, and its children as JSON.
  private struct NodeHead {
    let id: String
    let component: String
    let properties: [Formula]
    let states: [Formula]
    let children: [JSONValue]
  }

  private func readHead(
    _ json: JSONValue, path: String, depth: Int
  ) throws(ServerDrivenDocumentError) -> NodeHead {
    let id = json["id"].flatMap { value -> String? in
      guard case .string(let id) = value else { return nil }
      return id
    }
    func malformed(_ cause: String) -> ServerDrivenDocumentError {
      .malformedComponent(id: id, path: path, cause: cause)
    }
    func object(_ key: String) throws(ServerDrivenDocumentError) -> JSONObject {
      switch json[key] {
      case nil, .null: return JSONObject()
      case .object(let members): return members
      case let other?: throw malformed("expected an object for \"\(key.brief)\", found \(other.foundText)")
      }
    }
    guard case .object = json else { throw malformed("expected an object, found \(json.foundText)") }
    guard case .string(let component) = json["_:component"] else {
      throw malformed("expected a string for \"_:component\", found \(json["_:component"]?.foundText ?? "nothing")")
    }
    if let other = json["id"], id == nil, other != .null {
      throw malformed("expected a string for \"id\", found \(other.foundText)")
    }
    guard max(component.utf8.count, id?.utf8.count ?? 0) <= NimbusLimits.nameSize else {
      throw malformed("the identifier or the component's name is longer than \(NimbusLimits.nameSize) bytes")
    }
    guard depth <= NimbusLimits.nodeDepth else {
      throw malformed("components are nested deeper than \(NimbusLimits.nodeDepth) levels")
    }
    // Create the identifier before those of the children, so identifiers follow the order of the document.
    let ownID = id ?? makeID()
    let values = PropertyReader(
      path: "\(ownID) at \(path)", fail: malformed, operation: operation, hasAction: hasAction, report: report)
    let properties = try values.readProperties(try object("properties"))
    let states = try readStates(try object("state"), values)
    var children: [JSONValue] = []
    switch json["children"] {
    case nil, .null: break
    case .array(let elements): children = elements
    case let other?: throw malformed("expected an array for \"children\", found \(other.foundText)")
    }
    return NodeHead(id: ownID, component: component, properties: properties, states: states, children: children)
  }

  private func readStates(
    _ members: JSONObject, _ values: PropertyReader
  ) throws(ServerDrivenDocumentError) -> [Formula] {
    var states: [Formula] = []
    for (id, value) in members {
      guard StatePath.isStateID(id) else {
        report("\"\(id.brief)\" cannot be the name of a state; the node \(values.path) does not get it.")
        continue
      }
      states.append(try values.readState(id, value))
    }
    return states
  }
}

extension JSONValue {
  /// Returns the reason why arrays and objects are nested too deeply. Returns `nil` if they aren't.
  func depthExcess(limit: Int) -> String? {
    isDeeper(than: limit) ? "arrays and objects are nested deeper than \(limit) levels" : nil
  }

  private func isDeeper(than limit: Int) -> Bool {
    switch self {
    case .array(let elements): limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
    case .object(let members): limit == 0 || members.contains { $0.value.isDeeper(than: limit - 1) }
    default: false
    }
  }
}
