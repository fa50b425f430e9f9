public import FlowJSON
public import FlowScreens

/// A view that shows a document: the tree of its nodes, a loading message, or an error.
///
/// ```swift
/// let view = nimbus.makeView(states: ["name": "Bo"])
/// try view.load("{\"_:component\": \"layout:text\", \"properties\": {\"text\": \"Hello @{name}\"}}")
/// view.onUpdate = { draw(view.layout) }
/// ```
///
/// As in Nimbus's `NimbusView`. A view belongs to the queue of its instance.
public final class ServerDrivenView {
  /// The phases of loading and showing a document.
  public enum Phase {
    /// The document is loading.
    case loading
    /// The document is shown. The value is the root of its tree.
    case shown(ServerDrivenNode)
    /// The document couldn't be shown. The view shows the error and a button to try again.
    case failed(any Error)
  }

  /// The instance that the view belongs to.
  public let nimbus: NimbusInstance
  /// The request for the document. It's `nil` if the document was passed to the view.
  public let request: ViewRequest?
  /// The current phase of the view.
  public private(set) var phase = Phase.loading
  /// Called after the view changes, once per event regardless of the number of changes.
  public var onUpdate: (() -> Void)?
  let context: ViewContext
  let scope: Scope
  private var tree: TreeNode?
  /// The number of attempts to load. The response to an earlier attempt is ignored.
  private var attempt = 0
  private weak var navigator: NimbusNavigator?

  init(
    _ nimbus: NimbusInstance, request: ViewRequest?, navigator: NimbusNavigator?, states: [String: JSONValue],
    events: [String: ServerDrivenEvent]
  ) {
    self.nimbus = nimbus
    self.request = request
    self.navigator = navigator
    context = ViewContext(nimbus, navigator: navigator, events: events)
    let name = request.map { "view \($0.request.url)" } ?? "view"
    scope = Scope(name, parent: navigator?.scope ?? nimbus.scope, limits: context.limits)
    for (id, value) in states.sorted(by: { $0.key < $1.key }) {
      if let refusal = NimbusInstance.refusal(of: id, value) {
        nimbus.faults.error("The state \"\(id.brief)\" of the \(name) was left out: \(refusal).")
      } else {
        context.addState(id, value, size: value.measured.size, to: scope)
      }
    }
    context.view = self
  }

  /// The complete URL of the document. It's `nil` if the document was passed to the view.
  public var url: String? { request?.request.url }

  /// The root of the tree. It's `nil` if the document isn't shown.
  public var root: ServerDrivenNode? {
    if case .shown(let root) = phase { root } else { nil }
  }

  /// The number of times that components have been drawn.
  public var renderCount: Int { context.renders }

  /// The navigator that shows the view. It's `nil` if there is none.
  public var owner: NimbusNavigator? { navigator }

  /// The layout of the view. You can keep it, because it requests the contents each time that it's laid out.
  public var layout: ScreenLayout {
    .deferred { [weak self] in self?.currentLayout ?? .nothing }
  }

  private var currentLayout: ScreenLayout {
    switch phase {
    case .loading: nimbus.configuration.loadingLayout()
    case .shown(let root): context.layout(of: root)
    case .failed(let error):
      nimbus.configuration.errorLayout(error, request == nil ? nil : { [weak self] in self?.retry() })
    }
  }

  // MARK: States

  /// Returns the value of one of the view's states. Returns `nil` if there is no such state.
  public func state(_ id: String) -> JSONValue? { scope.ownState(id)?.value }

  /// Sets one of the view's states, or a value inside it. Updates everything that depends on it.
  ///
  /// - Parameters:
  ///   - path: The path to the value: the name of the state, followed by a dot and a name for each level, as in
  ///     `user.name`. If the value can't be set, the reason is logged.
  ///   - value: The new value.
  public func setState(_ path: String, to value: JSONValue) {
    do {
      try nimbus.updates.set(StateChange(path, value), in: scope)
    } catch {
      nimbus.faults.error("\(error)")
    }
  }

  /// Stores a value for the given key. All events of the view can read it.
  public func set(_ key: String, to value: Any) { scope.set(key, value) }

  /// Removes the view's value for the given key.
  public func unset(_ key: String) { scope.set(key, nil) }

  /// Returns the value for the given key that is stored in the view, its navigator or the instance.
  public func value(forKey key: String) -> Any? { scope.get(key) }

  /// The same as ``value(forKey:)``. As in Nimbus's `get`.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  // MARK: Loading

  /// Shows a document.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: ``ServerDrivenDocumentError`` if the document can't be shown. The view then shows the error and no part
  ///   of the document.
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
  /// - Throws: ``ServerDrivenDocumentError`` if the document can't be shown. The view then shows the error and no part
  ///   of the document.
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
    // The limit on messages is renewed first, because reading the document can log faults.
    nimbus.updates.begin()
    let blueprint = try reader.read(document)
    // The old tree is released first, so that its nodes aren't counted against the limit.
    tree = nil
    let root = NodeBlueprint(id: "nimbus:root", component: "fragment", children: [blueprint])
    let tree = TreeNode(root, as: .shown, suffix: "", in: nil, outer: scope, context: context)
    tree.start()
    self.tree = tree
    if let rendered = tree.rendered { phase = .shown(rendered) }
    // Changes during the creation of the tree need no update, because nothing has been shown yet.
    context.discardChanges()
    reportUpdate()
  }

  /// Loads the document again. Does nothing if the document was passed to the view.
  public func retry() {
    guard request != nil else { return }
    load()
    reportUpdate()
  }

  /// Loads the document.
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

  /// Shows the loaded document. If that fails, shows the fallback or the error.
  func take(_ result: Result<String, any Error>) {
    nimbus.updates.begin()
    do {
      try show(Self.parse(result.get()))
    } catch {
      nimbus.faults.error("The \(scope.name) could not be loaded: \(error)")
      if let fallback = request?.fallback {
        do {
          try show(fallback)
        } catch {
          nimbus.faults.error("The fallback of the \(scope.name) could not be shown: \(error)")
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
    reportUpdate()
  }

  /// Notifies the view's observer and its navigator.
  func reportUpdate() {
    onUpdate?()
    navigator?.noteUpdate(of: self)
  }

  private var reader: DocumentReader {
    let libraries = nimbus.libraries
    return DocumentReader(
      makeID: { [nimbus] in nimbus.makeID() }, operation: { libraries.operation($0) },
      hasAction: { libraries.action($0) != nil },
      report: { [nimbus, scope] fault in nimbus.faults.error("In the \(scope.name): \(fault)") })
  }
}
