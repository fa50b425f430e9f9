import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds a component that is decoded from the properties of its node.
  ///
  /// - Parameters:
  ///   - name: The name of the component, which consists of letters, digits and underscores.
  ///   - type: The type of the component. For a component with children, pass a type such as
  ///     `Container<AnyComponent>.self`.
  /// - Returns: This library.
  @discardableResult
  public func addComponent<T: Component & Decodable>(
    _ name: String, _ type: T.Type
  ) -> NimbusSwiftUILibrary {
    addComponent(name) { node in
      guard let renderer = node.renderer else { return try NimbusDecoder.decode(T.self, from: node) }
      let component = try NimbusDecoder.decode(T.self, of: node, node.environment, renderer.userInfo)
      renderer.adoptStates(of: component, node)
      return component
    }
  }

  /// Adds an action that is decoded from its properties.
  ///
  /// - Parameters:
  ///   - name: The name of the action, which consists of letters, digits and underscores.
  ///   - type: The type of the action.
  /// - Returns: This library.
  @discardableResult
  public func addAction<T: ActionDecodable>(_ name: String, _ type: T.Type) -> NimbusSwiftUILibrary {
    addAction(name) { event in
      let action: T
      do {
        action = try NimbusDecoder.decode(
          T.self, from: event, userInfo: event.scope.nimbus.userInfo)
      } catch {
        throw ActionDecodingFailure(cause: error)
      }
      try action.execute()
    }
  }

  /// Adds an operation that is decoded from its arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the operation, which consists of letters, digits and underscores.
  ///   - type: The type of the operation.
  /// - Returns: This library.
  @discardableResult
  public func addOperation<T: OperationDecodable>(_ name: String, _ type: T.Type) -> NimbusSwiftUILibrary {
    addOperation(name) { arguments in
      try JSONValue(operationResult: NimbusDecoder.decode(T.self, from: arguments).execute())
    }
  }
}
