public import FlowJSON
public import FlowScreens

/// What one document shows: the tree of its nodes, or that it is still on its way, or why it cannot be shown.
///
/// ```swift
/// let view = nimbus.makeView(states: ["name": "Bo"])
/// try view.load("{\"_:component\": \"layout:text\", \"properties\": {\"text\": \"Hello @{name}\"}}")
/// view.onUpdate = { draw(view.layout) }
/// ```
///
/// (Seed: `NimbusView`.) A view belongs to the queue of its instance.
public final class ServerDrivenView {
  /// What a view shows.
  public enum Phase {
    /// Nothing yet: the document is on its way.
    case loading
    /// The tree of the document.
    case shown(ServerDrivenNode)
    /// An error, and a way to try again.
    case failed(any Error)
  }

  /// The instance that the view belongs to.
  public let nimbus: NimbusInstance
  /// Where the document comes from; nil for one at hand.
  public let request: ViewRequest?
  /// What the view shows now.
  public private(set) var phase = Phase.loading
  /// Hears that the view looks different: once per event, however much that has changed.
  public var onUpdate: (() -> Void)?
  let home: ViewHome
  let scope: Scope
  private var tree: TreeNode?
  /// Counts the attempts to load, so that the answer to an earlier one is ignored.
  private var attempt = 0
  private weak var navigator: NimbusNavigator?

  init(
    _ nimbus: NimbusInstance, request: ViewRequest?, navigator: NimbusNavigator?, states: [String: JSONValue],
    events: [String: ServerDrivenEvent]
  ) {
    self.nimbus = nimbus
    self.request = request
    self.navigator = navigator
    home = ViewHome(nimbus, navigator: navigator, events: events)
    let name = request.map { "view \($0.request.url)" } ?? "view"
    scope = Scope(name, parent: navigator?.scope ?? nimbus.scope, home: home)
    for (id, value) in states.sorted(by: { $0.key < $1.key }) {
      if let refusal = NimbusInstance.refusal(of: id, value) {
        nimbus.logger.error("The state \"\(id)\" of the \(name) was left out: \(refusal).")
      } else {
        scope.addState(id, value)
      }
    }
    home.view = self
  }

  /// The whole URL of the document; nil for one at hand.
  public var url: String? { request?.request.url }

  /// The root of the tree; nil while there is none.
  public var root: ServerDrivenNode? {
    if case .shown(let root) = phase { root } else { nil }
  }

  /// How often components were asked to draw themselves.
  public var renderCount: Int { home.renders }

  /// The navigator that shows the view; nil if there is none.
  public var owner: NimbusNavigator? { navigator }

  /// What is to be drawn now. The layout asks the view each time it is laid out, so that it may be kept.
  public var layout: Layout {
    .deferred { [weak self] in self?.currentLayout ?? .nothing }
  }

  private var currentLayout: Layout {
    switch phase {
    case .loading: .text(StyledText("Loading…", .dim))
    case .shown(let root): root.layout
    case .failed(let error):
      .column([
        .text(StyledText("This could not be shown.", .red)), .text(StyledText("\(error)", .dim)),
        .element(
          .button("nimbus:retry", label: "Try again") { [weak self] in self?.retry() }.disabled(request == nil)),
      ])
    }
  }

  // MARK: States

  /// The value of a state of the view itself; nil if it has no such state.
  public func state(_ id: String) -> JSONValue? { scope.ownState(id)?.value }

  /// Sets a state that the whole view sees, or something in it, and updates what depends on it.
  ///
  /// - Parameters:
  ///   - path: The state's name, and after points the way into it: `user.name`. What cannot be set is logged.
  ///   - value: The new value.
  public func setState(_ path: String, to value: JSONValue) {
    do {
      try nimbus.updates.set(StateChange(path, value), in: scope)
    } catch {
      nimbus.logger.error("\(error)")
    }
  }

  /// Stores a value that every event of the view can ask for.
  public func set(_ key: String, to value: Any) { scope.set(key, value) }

  /// Takes away what the view has stored under a key.
  public func unset(_ key: String) { scope.set(key, nil) }

  /// The value that the view, its navigator or the instance has stored under a key.
  public func value(forKey key: String) -> Any? { scope.get(key) }

  /// Nimbus' name for ``value(forKey:)``.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  // MARK: Loading

  /// Shows a document.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: ``ServerDrivenDocumentError``; the view shows it then, and nothing of the document.
  public func load(_ text: String) throws(ServerDrivenDocumentError) {
    do {
      try show(Self.parse(text))
    } catch {
      fail(error)
      throw error
    }
  }

  /// Shows a document.
  ///
  /// - Parameter document: The root node as JSON.
  /// - Throws: ``ServerDrivenDocumentError``; the view shows it then, and nothing of the document.
  public func load(_ document: JSONValue) throws(ServerDrivenDocumentError) {
    do {
      try show(document)
    } catch {
      fail(error)
      throw error
    }
  }

  private static func parse(_ text: String) throws(ServerDrivenDocumentError) -> JSONValue {
    do {
      return try JSONValue(parsing: text, maximumDepth: NimbusLimits.documentDepth)
    } catch {
      throw .malformedJSON(reason: "\(error)")
    }
  }

  private func show(_ document: JSONValue) throws(ServerDrivenDocumentError) {
    attempt += 1
    let blueprint = try reader.read(document)
    nimbus.updates.begin()
    // The nodes of the tree until now must not count among those that the view may have.
    tree = nil
    let root = NodeBlueprint(id: "nimbus:root", component: "fragment", children: [blueprint])
    let tree = TreeNode(root, as: .shown, suffix: "", in: nil, outer: scope, home: home)
    tree.start()
    self.tree = tree
    if let rendered = tree.rendered { phase = .shown(rendered) }
    // What has changed while the tree was made was never shown otherwise.
    home.changes = ViewChanges()
    nimbus.updates.forgetChanges(in: home)
    tellUpdate()
  }

  /// Asks for the document again, if it comes from a view source.
  public func retry() {
    guard request != nil else { return }
    load()
    tellUpdate()
  }

  /// Asks for the document.
  func load() {
    guard let request else { return }
    attempt += 1
    let attempt = attempt
    phase = .loading
    navigator?.load(request.request) { [weak self] result in
      guard let self, self.attempt == attempt else { return }
      self.take(result)
    }
  }

  /// Shows what has come, the fallback, or why there is neither.
  func take(_ result: Result<String, any Error>) {
    do {
      try show(Self.parse(result.get()))
    } catch {
      nimbus.logger.error("The \(scope.name) could not be loaded: \(error)")
      if let fallback = request?.fallback {
        do {
          try show(fallback)
        } catch {
          nimbus.logger.error("The fallback of the \(scope.name) could not be shown: \(error)")
          fail(error)
        }
      } else {
        fail(error)
      }
    }
  }

  private func fail(_ error: any Error) {
    tree = nil
    phase = .failed(error)
    tellUpdate()
  }

  /// Tells whoever draws.
  func tellUpdate() {
    onUpdate?()
    navigator?.hear(of: self)
  }

  private var reader: DocumentReader {
    let libraries = nimbus.libraries
    return DocumentReader(
      makeID: { [nimbus] in nimbus.makeID() }, hasOperation: { libraries.operation($0) != nil },
      hasAction: { libraries.action($0) != nil },
      report: { [nimbus, scope] fault in nimbus.logger.error("In the \(scope.name): \(fault)") })
  }
}
