import FlowJSON
import FlowScreens

/// A node of a running tree: its states, the values of its properties, and the nodes below it.
///
/// Structural nodes (`if`, `forEach`, `fragment` and the copies that `forEach` creates) aren't shown themselves. The
/// surrounding node shows their contents.
final class TreeNode {
  /// The way in which a node shows its contents.
  enum Role {
    /// The node is shown, with its children.
    case shown
    /// The node shows its children in its place.
    case fragment
    /// The node shows one of two branches in its place.
    case branch
    /// The node shows a copy of its children for each item in its place.
    case loop
  }

  let blueprint: NodeBlueprint
  let role: Role
  let id: String
  /// The suffix of the identifiers of the nodes below. It makes the identifiers of copies unique.
  let suffix: String
  let scope: Scope
  let context: ViewContext
  /// The node that is shown. It's `nil` for structural nodes.
  let rendered: ServerDrivenNode?
  private weak var parent: TreeNode?
  /// The values of a structural node's properties. A shown node stores its own.
  private var structuralProperties = NimbusValue.json(.null)
  private var bindings: [PropertyBinding] = []
  /// The size of the identifier and the properties that counts against the limit of the screen.
  private var held = 0
  private var events: [ObjectIdentifier: ServerDrivenEvent] = [:]
  /// The nodes below that are shown, in order.
  var parts: [TreeNode] = []
  /// Whether the node is in its view's list of changes.
  var isNoted = false
  /// The branches of an `if` that have been shown. They are kept to preserve their states.
  var branches: [String: TreeNode] = [:]
  /// The copies that a `forEach` has created, by the keys of their items.
  var copies: [String: TreeNode] = [:]

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - blueprint: The node in the document.
  ///   - role: The way in which the node shows its contents.
  ///   - suffix: The suffix of the node's identifier, which makes the identifiers of copies unique.
  ///   - parent: The node around this one.
  ///   - outer: The scope around this node.
  ///   - context: The data that all nodes of the view share.
  init(
    _ blueprint: NodeBlueprint, as role: Role, suffix: String, in parent: TreeNode?, outer: Scope, context: ViewContext
  ) {
    self.blueprint = blueprint
    self.role = role
    self.suffix = suffix
    self.parent = parent
    self.context = context
    id = blueprint.id + suffix
    scope = Scope(id, parent: outer)
    if role == .shown {
      let node = ServerDrivenNode(id: id, component: blueprint.component)
      node.renderer = NodeRenderer(context, in: scope)
      rendered = node
    } else {
      rendered = nil
    }
    context.limits.addNode()
    let size = id.utf8.count + blueprint.entriesSize
    held = context.admit(size, scope) ? size : 0
  }

  deinit {
    context.limits.removeNode()
    context.limits.release(held)
    for binding in bindings { binding.cut() }
    rendered?.takeApart()
  }

  /// Evaluates states and properties, then creates the nodes below.
  func start() {
    addStates()
    makeProperties()
    runInitializers()
    switch role {
    case .shown, .fragment: parts = makeChildren()
    case .branch: chooseBranch()
    case .loop: refreshCopies()
    }
    _ = refreshRenderedChildren()
  }

  /// Creates and starts the node's children from the document.
  func makeChildren() -> [TreeNode] {
    var children: [TreeNode] = []
    for child in blueprint.children {
      guard mayCreate(child) else { break }
      let node = TreeNode(child, as: child.role, suffix: suffix, in: self, outer: scope, context: context)
      node.start()
      children.append(node)
    }
    return children
  }

  /// Returns whether there is room for a node that is inside this one.
  ///
  /// - Parameters:
  ///   - blueprint: The node in the document.
  ///   - keySize: The size of the key that makes the identifier of a copy unique, with its separator.
  /// - Returns: Whether the node may be created.
  func mayCreate(_ blueprint: NodeBlueprint, keySize: Int = 0) -> Bool {
    context.admitNode(
      size: blueprint.id.utf8.count + suffix.utf8.count + keySize + blueprint.entriesSize, in: scope)
  }

  // MARK: Values

  private func addStates() {
    for state in blueprint.states {
      if case .constant(let constant) = state.template {
        addState(state.key, constant, (state.constantSize, state.constantExcess))
        continue
      }
      // The outer scopes come first: `name: "@{name}"` copies the value from outside.
      let states = state.cells(context.nimbus) { scope.parent?.state($0) ?? scope.ownState($0) }
      let evaluation = Evaluation(of: state, states: states, in: scope, context.nimbus)
      let value = evaluation.value { event($0) }.plain ?? .null
      addState(state.key, value, value.measured)
    }
  }

  private func addState(_ id: String, _ value: JSONValue, _ measured: (size: Int, excess: String?)) {
    if let excess = measured.excess {
      context.nimbus.faults.error("The state \"\(id.brief)\" in \(scope.path) is null: \(excess).")
      scope.addState(id, .null)
    } else {
      context.addState(id, value, size: measured.size, to: scope)
    }
  }

  /// The values of the properties, by name.
  var properties: NimbusValue { rendered?.properties ?? structuralProperties }

  /// Returns the evaluation of a property that depends on states.
  func evaluation(of key: String) -> Evaluation? {
    bindings.first { $0.evaluation.formula.key == key }?.evaluation
  }

  private func makeProperties() {
    var values: [(String, NimbusValue)] = []
    values.reserveCapacity(blueprint.properties.count)
    for formula in blueprint.properties {
      if case .constant(let constant) = formula.template {
        values.append((formula.key, admitted(.json(constant), formula.constantSize).value))
        continue
      }
      let evaluation = formula.evaluation(in: scope, of: context.nimbus)
      let value = evaluation.propertyValue { event($0) }
      let admitted = admitted(value, value.size)
      values.append((formula.key, admitted.value))
      evaluation.heldSize = admitted.size
      evaluation.reportsStates = false
      guard evaluation.states.contains(where: { $0 != nil }) else { continue }
      bindings.append(PropertyBinding(serial: context.nimbus.makeSerial(), owner: self, evaluation))
    }
    if let rendered {
      rendered.properties = NimbusValue(values)
    } else {
      structuralProperties = NimbusValue(values)
    }
  }

  /// Returns the event of a blueprint. It's always the same object, so its implicit state survives updates.
  private func event(_ blueprint: EventBlueprint) -> ServerDrivenEvent {
    if let event = events[ObjectIdentifier(blueprint)] { return event }
    let event = ServerDrivenEvent(blueprint, in: scope, context: context, owner: rendered)
    events[ObjectIdentifier(blueprint)] = event
    return event
  }

  /// Counts the value of a property against the limit. If the value isn't admitted, it becomes null.
  private func admitted(_ value: NimbusValue, _ size: Int) -> (value: NimbusValue, size: Int) {
    let isAdmitted = context.admit(size, scope)
    held += isAdmitted ? size : 0
    return isAdmitted ? (value, size) : (.json(.null), 0)
  }

  /// Evaluates a property again after a change of a state that it depends on.
  fileprivate func refresh(_ evaluation: Evaluation) {
    let key = evaluation.formula.key
    let value = evaluation.propertyValue { event($0) }
    if let old = properties[key], old.isSame(as: value) { return }
    held -= evaluation.heldSize
    context.limits.release(evaluation.heldSize)
    let admitted = admitted(value, value.size)
    evaluation.heldSize = admitted.size
    if rendered?.properties?.replace(key, with: admitted.value) == nil {
      structuralProperties.replace(key, with: admitted.value)
    }
    switch role {
    case .shown:
      if let rendered { context.noteChange(of: rendered) }
    case .fragment: break
    case .branch: chooseBranch()
    case .loop: refreshCopies()
    }
  }

  // MARK: Shown nodes

  /// Records that the node shows other nodes than before.
  func showsOtherParts() {
    var node: TreeNode? = self
    while let here = node, here.rendered == nil { node = here.parent }
    if let node { context.noteNewChildren(of: node) }
  }

  /// Updates the children of the shown node.
  ///
  /// - Returns: Whether the children changed.
  func refreshRenderedChildren() -> Bool {
    guard let rendered else { return false }
    var children: [ServerDrivenNode] = []
    for part in parts { part.collectShown(into: &children) }
    let isSame =
      children.count == rendered.children.count && zip(children, rendered.children).allSatisfy { $0 === $1 }
    if !isSame { rendered.children = children }
    return !isSame
  }

  private func collectShown(into nodes: inout [ServerDrivenNode]) {
    if let rendered {
      nodes.append(rendered)
    } else {
      for part in parts { part.collectShown(into: &nodes) }
    }
  }
}

/// A property of a node that depends on states. It doesn't retain its node. The node removes its bindings when it's
/// released.
private final class PropertyBinding: Binding {
  let evaluation: Evaluation
  /// The node. It's `nil` after the node has removed the binding.
  private unowned var owner: TreeNode?

  init(serial: Int, owner: TreeNode, _ evaluation: Evaluation) {
    self.evaluation = evaluation
    self.owner = owner
    super.init(serial: serial)
    for state in evaluation.states { state?.add(self) }
  }

  override func refresh() { owner?.refresh(evaluation) }

  /// Removes the binding from its states.
  func cut() {
    for state in evaluation.states { state?.remove(self) }
    owner = nil
  }
}

extension NodeBlueprint {
  /// The role of the node, which depends on the name of its component.
  var role: TreeNode.Role {
    switch component {
    case "fragment": .fragment
    case "if": .branch
    case "forEach": .loop
    default: .shown
    }
  }
}
