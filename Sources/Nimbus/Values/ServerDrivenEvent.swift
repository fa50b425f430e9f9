public import FlowJSON

/// What is to be done when something happens: a list of actions, in a scope of its own. (Seed: `ServerDrivenEvent`.)
///
/// ```swift
/// let event = ServerDrivenEvent(name: "onPress") { value in print(value ?? "pressed") }
/// event.run("a value")
/// ```
///
/// The events of a screen belong to its queue.
public final class ServerDrivenEvent {
  /// The key under which the event stands, which is also the identifier of its implicit state.
  public let name: String
  private let work: Work
  /// Where the event's actions find their states; nil for an event of a closure.
  let scope: Scope?
  private weak var owner: ServerDrivenNode?
  private var substitute: NimbusInstance?

  /// Makes an event of a closure, for tests and for decoders outside a screen.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - perform: Gets the value of the implicit state; nil when the event runs without one.
  public init(name: String, perform: @escaping (JSONValue?) -> Void) {
    self.name = name
    work = .closure(perform)
    scope = nil
  }

  /// Makes an event of a document.
  ///
  /// - Parameters:
  ///   - blueprint: The actions.
  ///   - outer: The scope of the node, or of the event in whose action this one stands.
  ///   - home: What the events of the view share.
  ///   - owner: The node.
  init(_ blueprint: EventBlueprint, in outer: Scope, home: ViewHome, owner: ServerDrivenNode?) {
    name = blueprint.name
    let scope = Scope(blueprint.name, parent: outer)
    scope.addState(blueprint.name, .null)
    self.scope = scope
    self.owner = owner
    work = .document(blueprint, home)
  }

  /// Runs the actions.
  public func run() { perform(with: nil) }

  /// Sets the implicit state, then runs the actions.
  public func run(_ value: JSONValue) { perform(with: value) }

  /// The node that the event stands at; nil when that is gone, and for an event of a closure.
  public var node: ServerDrivenNode? { owner }

  /// The view that the event stands in; nil when that is gone, and for an event of a closure.
  public var view: ServerDrivenView? { scope?.home?.view }

  /// The instance that the event belongs to. For an event of a closure it is one that knows the core library only.
  public var nimbus: NimbusInstance {
    if let nimbus = scope?.home?.nimbus ?? substitute { return nimbus }
    let nimbus = NimbusInstance()
    substitute = nimbus
    return nimbus
  }

  /// The value stored under a key: by the event itself, its node, one further out, the view, or the instance.
  public func value(forKey key: String) -> Any? { scope?.get(key) }

  /// Nimbus' name for ``value(forKey:)``.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  /// Stores a value at the event.
  public func set(_ key: String, to value: Any) { scope?.set(key, value) }

  /// Takes away what the event has stored under a key.
  public func unset(_ key: String) { scope?.set(key, nil) }

  /// The value of the nearest state of a name, as the event's actions see it.
  public func state(_ id: String) -> JSONValue? { scope?.state(id)?.value }

  /// Where the event stands, from the outside in, for the log.
  public var path: String { scope?.path ?? name }

  private func perform(with value: JSONValue?) {
    switch work {
    case .closure(let perform): perform(value)
    case .document(let blueprint, let home):
      guard let scope else { return }
      EventRun(blueprint: blueprint, event: self, scope: scope, home: home).perform(value)
    }
  }

  private enum Work {
    case closure((JSONValue?) -> Void)
    case document(EventBlueprint, ViewHome)
  }
}
