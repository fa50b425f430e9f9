public import FlowJSON

/// A library of components, actions and operations. As in Nimbus's `NimbusSwiftUILibrary`, but without SwiftUI.
///
/// ```swift
/// let library = NimbusSwiftUILibrary("app")
///   .addComponent("greeting", Greeting.self)
///   .addAction("beep") { _ in beep() }
///   .addOperation("double") { arguments in .integer(2 &* (try JSONElement(arguments.first).integer())) }
/// ```
///
/// Documents refer to a component or action as `app:greeting`. If the namespace is empty, they use only the name.
/// Operations have no namespace. The core library takes precedence, then the first library that has an operation with
/// the name. If you add an entry twice, the second one replaces the first.
///
/// A library belongs to the queue of its instance. Add all entries before you create the instance. Later entries have
/// no effect on it.
public final class NimbusSwiftUILibrary {
  /// A closure that creates the component of a node.
  public typealias ComponentBuilder = (_ node: ServerDrivenNode) throws -> AnyComponent
  /// A closure that runs an action.
  public typealias ActionHandler = (_ event: ActionTriggeredEvent) throws -> Void
  /// A closure that returns the value of an operation.
  public typealias OperationHandler = (_ arguments: [JSONValue]) throws -> JSONValue

  /// The namespace of the components and actions. It may be empty.
  public let namespace: String
  var components: [String: ComponentBuilder] = [:]
  var actions: [String: ActionHandler] = [:]
  var initializers: [String: ActionInitializer] = [:]
  var operations: [String: Operation] = [:]
  var observers: [(ActionTriggeredEvent) -> Void] = []

  /// Creates an empty library.
  ///
  /// - Parameter namespace: The namespace, which consists of letters, digits and underscores. An empty namespace
  ///   extends the core library.
  public init(_ namespace: String = "") {
    self.namespace = namespace
  }

  // MARK: Adding

  /// Adds a component that a closure creates.
  ///
  /// - Parameters:
  ///   - name: The name of the component, which consists of letters, digits and underscores.
  ///   - build: Creates the component. If it throws, the error is logged and nothing is shown.
  /// - Returns: This library.
  @discardableResult
  public func addComponent<T: Component>(
    _ name: String, _ build: @escaping (_ node: ServerDrivenNode) throws -> T
  ) -> NimbusSwiftUILibrary {
    components[name] = { node in AnyComponent(try build(node)) }
    return self
  }

  /// Adds an action that a closure runs.
  ///
  /// - Parameters:
  ///   - name: The name of the action, which consists of letters, digits and underscores.
  ///   - handler: Runs the action. If it throws, the error is logged and the next action of the event runs.
  /// - Returns: This library.
  @discardableResult
  public func addAction(_ name: String, handler: @escaping ActionHandler) -> NimbusSwiftUILibrary {
    actions[name] = handler
    return self
  }

  /// Adds a closure that prepares an action. It's called for each action of this name when a node with the action is
  /// created.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - handler: Receives the action, with its properties at that time.
  /// - Returns: This library.
  @discardableResult
  public func addActionInitializer(_ name: String, handler: @escaping ActionHandler) -> NimbusSwiftUILibrary {
    initializers[name] = ActionInitializer(handler: handler)
    return self
  }

  /// Adds an observer that is called after each action of any library has run. It isn't called for actions that fail.
  ///
  /// - Parameter observer: Receives the action.
  /// - Returns: This library.
  @discardableResult
  public func addActionObserver(_ observer: @escaping (_ event: ActionTriggeredEvent) -> Void) -> NimbusSwiftUILibrary {
    observers.append(observer)
    return self
  }

  /// The same as ``addActionObserver(_:)``. As in Nimbus's `addActionObserver(observer:)`.
  @discardableResult
  @_disfavoredOverload
  public func addActionObserver(observer: @escaping (_ event: ActionTriggeredEvent) -> Void) -> NimbusSwiftUILibrary {
    addActionObserver(observer)
  }

  /// Adds an operation with any number of arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the operation, which consists of letters, digits and underscores.
  ///   - handler: Returns the value. If it throws, the error is logged and the value is null.
  /// - Returns: This library.
  @discardableResult
  public func addOperation(_ name: String, handler: @escaping OperationHandler) -> NimbusSwiftUILibrary {
    operations[name] = Operation(name) { arguments in try handler(arguments.array) }
    return self
  }

  // MARK: Lookup

  /// Returns the closure that creates a component. Returns `nil` if this library has no such component.
  public func component(named name: String) -> ComponentBuilder? { components[name] }

  /// Returns the closure that runs an action. Returns `nil` if this library has no such action.
  public func action(named name: String) -> ActionHandler? { actions[name] }

  /// Returns the closure for an operation. Returns `nil` if this library has no such operation.
  public func operation(named name: String) -> OperationHandler? {
    operations[name].map { operation in { arguments in try operation.perform(arguments.span) } }
  }

  /// The same as ``component(named:)``. As in Nimbus's `getComponent`.
  public func getComponent(_ name: String) -> ComponentBuilder? { component(named: name) }

  /// The same as ``action(named:)``. As in Nimbus's `getAction`.
  public func getAction(_ name: String) -> ActionHandler? { action(named: name) }

  /// The same as ``operation(named:)``. As in Nimbus's `getOperation`.
  public func getOperation(_ name: String) -> OperationHandler? { operation(named: name) }

  /// Copies the entries of another library into this one.
  ///
  /// If both libraries have an entry with the same name, the other library's entry replaces this one's. The observers
  /// of the other library are called last.
  ///
  /// - Parameter other: The library to copy from. Its namespace is ignored.
  /// - Returns: This library.
  @discardableResult
  public func merge(_ other: NimbusSwiftUILibrary) -> NimbusSwiftUILibrary {
    components.merge(other.components) { $1 }
    actions.merge(other.actions) { $1 }
    initializers.merge(other.initializers) { $1 }
    operations.merge(other.operations) { $1 }
    observers += other.observers
    return self
  }
}
