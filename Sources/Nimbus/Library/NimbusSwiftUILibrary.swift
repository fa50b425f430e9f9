public import FlowJSON

/// Components, actions and operations under one namespace. (Seed: the same name; nothing of SwiftUI is in it here.)
///
/// ```swift
/// let library = NimbusSwiftUILibrary("app")
///   .addComponent("greeting", Greeting.self)
///   .addAction("beep") { _ in beep() }
///   .addOperation("double") { arguments in .integer(2 &* (try JSONElement(arguments.first).integer())) }
/// ```
///
/// Documents address components and actions as `app:greeting`; those of the namespace `""` by the bare name. Operations
/// have no namespace: the first library that knows the name answers, the core library before all others. Of entries that are
/// added twice the later one counts. A library belongs to the queue of the instance that it is given to, and is complete
/// before it is: what is added later does not reach that instance.
public final class NimbusSwiftUILibrary {
  /// Makes a component of a node.
  public typealias ComponentBuilder = (_ node: ServerDrivenNode) throws -> AnyComponent
  /// Runs an action.
  public typealias ActionHandler = (_ event: ActionTriggeredEvent) throws -> Void
  /// Computes the value of an operation.
  public typealias OperationHandler = (_ arguments: [JSONValue]) throws -> JSONValue

  /// What the names of components and actions begin with; empty for none.
  public let namespace: String
  var components: [String: ComponentBuilder] = [:]
  var actions: [String: ActionHandler] = [:]
  var initializers: [String: ActionHandler] = [:]
  var operations: [String: OperationHandler] = [:]
  var observers: [(ActionTriggeredEvent) -> Void] = []

  /// Makes a library without entries.
  ///
  /// - Parameter namespace: Letters, digits and underscores; empty to add to the core library.
  public init(_ namespace: String = "") {
    self.namespace = namespace
  }

  // MARK: Adding

  /// Adds a component that is decoded from the properties of its node.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - type: The component; one with children is registered as `Container<AnyComponent>.self`.
  /// - Returns: This library.
  @discardableResult
  public func addComponent<T: ViewDecodable>(_ name: String, _ type: T.Type) -> NimbusSwiftUILibrary {
    addComponent(name) { node in
      let component = try NimbusDecoder.decode(
        T.self, from: node, in: node.environment, userInfo: NimbusDecoder.userInfo(node.artist?.logger))
      node.artist?.carryStates(to: component)
      return component
    }
  }

  /// Adds a component that is made by hand.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - build: Makes the component. What it throws is logged, and nothing is shown.
  /// - Returns: This library.
  @discardableResult
  public func addComponent<T: Component>(
    _ name: String, _ build: @escaping (_ node: ServerDrivenNode) throws -> T
  ) -> NimbusSwiftUILibrary {
    components[name] = { node in AnyComponent(try build(node)) }
    return self
  }

  /// Adds an action that is decoded from its properties.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - type: The action.
  /// - Returns: This library.
  @discardableResult
  public func addAction<T: ActionDecodable>(_ name: String, _ type: T.Type) -> NimbusSwiftUILibrary {
    addAction(name) { event in
      let action: T
      do {
        action = try NimbusDecoder.decode(
          T.self, from: event, userInfo: NimbusDecoder.userInfo(event.scope.nimbus.logger))
      } catch {
        throw ActionDecodingFailure(cause: error)
      }
      try action.execute()
    }
  }

  /// Adds an action.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - handler: Runs the action. What it throws is logged, and the next action of the event runs.
  /// - Returns: This library.
  @discardableResult
  public func addAction(_ name: String, handler: @escaping ActionHandler) -> NimbusSwiftUILibrary {
    actions[name] = handler
    return self
  }

  /// Adds what is done ahead, when a node with an action of that name comes to be.
  ///
  /// - Parameters:
  ///   - name: The name of the action.
  ///   - handler: Gets the action with its properties of that moment.
  /// - Returns: This library.
  @discardableResult
  public func addActionInitializer(_ name: String, handler: @escaping ActionHandler) -> NimbusSwiftUILibrary {
    initializers[name] = handler
    return self
  }

  /// Adds what hears of every action of any library after it has run. Actions that fail are not told.
  ///
  /// - Parameter observer: Gets the action.
  /// - Returns: This library.
  @discardableResult
  public func addActionObserver(_ observer: @escaping (_ event: ActionTriggeredEvent) -> Void) -> NimbusSwiftUILibrary {
    observers.append(observer)
    return self
  }

  /// Nimbus' name for ``addActionObserver(_:)``.
  @discardableResult
  @_disfavoredOverload
  public func addActionObserver(observer: @escaping (_ event: ActionTriggeredEvent) -> Void) -> NimbusSwiftUILibrary {
    addActionObserver(observer)
  }

  /// Adds an operation that is decoded from its arguments.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - type: The operation.
  /// - Returns: This library.
  @discardableResult
  public func addOperation<T: OperationDecodable>(_ name: String, _ type: T.Type) -> NimbusSwiftUILibrary {
    addOperation(name) { arguments in
      try JSONValue(operationResult: NimbusDecoder.decode(T.self, from: arguments).execute())
    }
  }

  /// Adds an operation with any number of arguments.
  ///
  /// - Parameters:
  ///   - name: Letters, digits and underscores.
  ///   - handler: Computes the value. What it throws is logged, and the value is null.
  /// - Returns: This library.
  @discardableResult
  public func addOperation(_ name: String, handler: @escaping OperationHandler) -> NimbusSwiftUILibrary {
    operations[name] = handler
    return self
  }

  // MARK: Asking

  /// The closure that makes a component; nil if this library has none of that name.
  public func component(named name: String) -> ComponentBuilder? { components[name] }

  /// The closure that runs an action; nil if this library has none of that name.
  public func action(named name: String) -> ActionHandler? { actions[name] }

  /// The closure that computes an operation; nil if this library has none of that name.
  public func operation(named name: String) -> OperationHandler? { operations[name] }

  /// Nimbus' name for ``component(named:)``.
  public func getComponent(_ name: String) -> ComponentBuilder? { component(named: name) }

  /// Nimbus' name for ``action(named:)``.
  public func getAction(_ name: String) -> ActionHandler? { action(named: name) }

  /// Nimbus' name for ``operation(named:)``.
  public func getOperation(_ name: String) -> OperationHandler? { operation(named: name) }

  /// Copies the entries of another library to this one. Of equal names the other's win; its observers come last.
  ///
  /// - Parameter other: Where the entries come from; its namespace does not count.
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
