public import FlowJSON
import FlowScreens

/// A list of actions that run together, for example when a button is pressed. As in Nimbus's `ServerDrivenEvent`.
///
/// ```swift
/// let event = ServerDrivenEvent(name: "onPress") { value in print(value ?? "pressed") }
/// event.run("a value")
/// ```
///
/// The events of a screen belong to the screen's queue.
public final class ServerDrivenEvent {
  /// The name of the event's property. It's also the name of the event's implicit state.
  public let name: String
  private let work: Work
  /// The scope in which the actions look up states. It's `nil` for an event created from a closure.
  let scope: Scope?
  private weak var owner: ServerDrivenNode?
  private var substitute: NimbusInstance?

  /// Creates an event from a closure, for tests and for decoding outside of a screen.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - perform: Receives the value of the implicit state. The value is `nil` if the event runs without one.
  public init(name: String, perform: @escaping (JSONValue?) -> Void) {
    self.name = name
    work = .closure(perform)
    scope = nil
  }

  /// Creates an event of a document.
  ///
  /// - Parameters:
  ///   - blueprint: The actions.
  ///   - outer: The scope of the node, or of the event whose action contains this one.
  ///   - context: The data that the events of the view share.
  ///   - owner: The node.
  init(_ blueprint: EventBlueprint, in outer: Scope, context: ViewContext, owner: ServerDrivenNode?) {
    name = blueprint.name
    let scope = Scope(blueprint.name, parent: outer)
    scope.addState(blueprint.name, .null)
    self.scope = scope
    self.owner = owner
    work = .document(blueprint, context)
  }

  /// Runs the actions.
  public func run() { perform(with: nil) }

  /// Sets the implicit state, then runs the actions.
  public func run(_ value: JSONValue) { perform(with: value) }

  /// The node that has the event. It's `nil` after the node is released, and for an event created from a closure.
  public var node: ServerDrivenNode? { owner }

  /// The data that the events of the view share. It's `nil` for an event created from a closure.
  var context: ViewContext? {
    if case .document(_, let context) = work { context } else { nil }
  }

  /// The view that has the event. It's `nil` after the view is released, and for an event created from a closure.
  public var view: ServerDrivenView? { context?.view }

  /// The instance that the event belongs to. An event created from a closure has an instance with only the core
  /// library.
  public var nimbus: NimbusInstance {
    if let nimbus = context?.nimbus ?? substitute { return nimbus }
    let nimbus = NimbusInstance()
    substitute = nimbus
    return nimbus
  }

  /// Returns the value for the given key from the nearest scope: the event, its node, an outer node, the view, its
  /// navigator or the instance.
  public func value(forKey key: String) -> Any? { scope?.get(key) }

  /// The same as ``value(forKey:)``. As in Nimbus's `get`.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  /// Stores a value for the given key in the event's scope.
  public func set(_ key: String, to value: Any) { scope?.set(key, value) }

  /// Removes the event's value for the given key.
  public func unset(_ key: String) { scope?.set(key, nil) }

  /// Returns the value of the nearest state with the given name, as visible to the event's actions.
  public func state(_ id: String) -> JSONValue? { scope?.state(id)?.value }

  /// Sets the nearest state with a name, or a value inside it, like the action `setState`. With this method, an action
  /// in Swift sets a state of its node or of an outer node.
  ///
  /// ```swift
  /// let library = NimbusSwiftUILibrary("app").addAction("reset") { event in try event.scope.setState("count", to: 0) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path to the value: the name of the state, followed by a dot and a name for each level.
  ///   - value: The new value.
  /// - Throws: An error that describes why the state can't be set, for example because there is no state with that
  ///   name.
  public func setState(_ path: String, to value: JSONValue) throws {
    guard let scope else { throw ActionFault("the event has no view.") }
    try nimbus.updates.set(StateChange(path, value), in: scope)
  }

  /// The names of the scopes, from the outermost to the event, for the log.
  public var path: String { scope?.path ?? name }

  private func perform(with value: JSONValue?) {
    switch work {
    case .closure(let perform): perform(value)
    case .document(let blueprint, let context):
      guard let scope else { return }
      EventRun(blueprint: blueprint, event: self, scope: scope, context: context).perform(value)
    }
  }

  private enum Work {
    case closure((JSONValue?) -> Void)
    case document(EventBlueprint, ViewContext)
  }
}

/// Runs the actions of an event. Each action's properties are evaluated just before it runs. If an action fails, the
/// remaining actions still run.
struct EventRun {
  let blueprint: EventBlueprint
  let event: ServerDrivenEvent
  let scope: Scope
  let context: ViewContext

  private var nimbus: NimbusInstance { context.nimbus }

  func perform(_ value: JSONValue?) {
    if let drawn = context.drawing {
      nimbus.faults.error(
        "The event \(scope.path) was not run: the component \"\(drawn.component.brief)\" runs it while it is drawn.")
      return
    }
    nimbus.updates.run(scope.path) {
      if let value { setImplicitState(value) }
      for action in blueprint.actions {
        guard nimbus.updates.admitAction(scope.path) else { return }
        run(action)
      }
    }
  }

  private func setImplicitState(_ value: JSONValue) {
    guard let cell = scope.ownState(blueprint.name) else { return }
    let (size, tooLarge) = value.measured
    let excess = tooLarge ?? value.markExcess ?? cell.refusal(of: size)
    if let excess { nimbus.faults.error("The value of the event \(scope.path) was dropped: \(excess).") }
    // If the value is too large, the state becomes null. Otherwise, the event would run with the value of an earlier
    // run.
    nimbus.updates.set(cell, excess == nil ? value : .null)
  }

  private func run(_ action: ActionBlueprint) {
    guard let handler = nimbus.libraries.action(action.name) else {
      nimbus.faults.error("The action \"\(action.name.brief)\" in \(scope.path) is not registered.")
      return
    }
    let triggered = trigger(action)
    do {
      try handler(triggered)
    } catch let failure as ActionDecodingFailure {
      nimbus.faults.error(
        "The action \"\(action.name.brief)\" in \(scope.path) could not be decoded: \(failure.cause.sentence)")
      return
    } catch {
      nimbus.faults.error("The action \"\(action.name.brief)\" in \(scope.path) failed: \(error.sentence)")
      return
    }
    for observer in nimbus.libraries.observers { observer(triggered) }
  }

  /// Returns the action with its currently evaluated properties.
  func trigger(_ action: ActionBlueprint) -> ActionTriggeredEvent {
    func value(_ formula: Formula?) -> NimbusValue? {
      formula?.evaluation(in: scope, of: nimbus).value {
        ServerDrivenEvent($0, in: scope, context: context, owner: event.node)
      }
    }
    let metadata = value(action.metadata)
    if metadata != nil, metadata?.plain == nil {
      nimbus.faults.error(
        "The metadata of the action \"\(action.name.brief)\" in \(scope.path) was dropped: it contains an event.")
    }
    return ActionTriggeredEvent(
      action: ServerDrivenAction(name: action.name, properties: value(action.properties), metadata: metadata?.plain),
      scope: event)
  }
}
