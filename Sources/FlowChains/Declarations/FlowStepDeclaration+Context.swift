public import FlowState

/// The values that a declared step shares with other steps.
extension FlowStepDeclaration {
  /// Returns a declaration whose step takes its content from the run's context instead of the previous step.
  ///
  /// - Parameter key: The key of the content. The step reads it when it starts. On every path, an earlier step must provide its
  ///   value; see ``keeping(_:)`` and ``providing(_:)``.
  /// - Returns: A declaration that can stand at any position behind the step that provides the value.
  public func taking<Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration<Any, Result>
  where Key.Value == Content {
    reading(key).given { context in context[Key.self] }
  }

  /// Returns a declaration whose step takes its content from several keys of the run's context.
  ///
  /// ```swift
  /// let pay = FlowStepDeclaration((Int, String).self, Payment.self, identifier: "pay") { content in
  ///   guard let (cents, key) = content else { return nil }
  ///   return try await bank.charge(cents, key: key)
  /// }
  /// .taking(Total.self, RequestKey.self)
  /// ```
  ///
  /// - Parameters:
  ///   - first: The key of the first element of the content. On every path, an earlier step must provide each value; see
  ///     ``keeping(_:)`` and ``providing(_:)``.
  ///   - second: The key of the second element.
  ///   - keys: The keys of further elements.
  /// - Returns: A declaration that can stand at any position behind the steps that provide the values. The content is nil if one of the
  ///   values isn't set, for instance because its step completed without a result.
  public func taking<First: FlowContextKey, Second: FlowContextKey, each Key: FlowContextKey>(
    _ first: First.Type, _ second: Second.Type, _ keys: repeat (each Key).Type
  ) -> FlowStepDeclaration<Any, Result>
  where Content == (First.Value, Second.Value, repeat (each Key).Value) {
    reading(first, second, repeat each keys).given { context in
      try? (
        context.value(of: First.self), context.value(of: Second.self), repeat context.value(of: (each Key).self)
      )
    }
  }

  /// Returns a declaration whose step takes its content from the run's context, or a default value if there is none.
  ///
  /// - Parameters:
  ///   - key: The key of the content. The step reads it when it starts. No step needs to provide its value.
  ///   - value: The content if no value is set.
  /// - Returns: A declaration that can stand at any position.
  public func taking<Key: FlowContextKey>(
    _ key: Key.Type, default value: @escaping @Sendable @autoclosure () -> Content
  ) -> FlowStepDeclaration<Any, Result> where Key.Value == Content {
    given { context in context[Key.self] ?? value() }
  }

  /// Returns a declaration whose step takes its content from a closure instead of the previous step.
  ///
  /// The run calls the closure once for each visit, before all operators of the declaration, whatever the order of the words. So a
  /// key for a request that the closure makes is the same in each attempt of a ``retry(attempts:backoff:where:)``, and another one in
  /// the next visit.
  ///
  /// ```swift
  /// let pay = FlowStepDeclaration(String.self, Payment.self, identifier: "pay") { key in
  ///   try await bank.charge(900, key: key ?? "")
  /// }
  /// .retry(attempts: 3).given { _ in UUID().uuidString }
  /// ```
  ///
  /// A durable run calls the closure again for each attempt and for the undo of interrupted work, perhaps in another process, because
  /// it keeps no content that doesn't follow from its values. Make such content from the context alone, and identify requests by the
  /// `key` of the visit.
  ///
  /// A declaration that already has a source of its own keeps it.
  ///
  /// - Parameter content: Returns the content when the step starts. Called on the run's queue.
  /// - Returns: A declaration that can stand at any position.
  public func given(
    _ content: @escaping @Sendable (_ context: FlowContext) -> Content?
  ) -> FlowStepDeclaration<Any, Result> {
    var parts = step.parts
    if case .own = parts.source { return FlowStepDeclaration<Any, Result>(parts) }
    parts.source = .own
    parts.content = { context in content(context) }
    return FlowStepDeclaration<Any, Result>(parts)
  }

  /// Returns a declaration whose step stores its result in the run's context.
  ///
  /// The run stores the result before it chooses the route and calls the step's completion closure. If the step completes
  /// without a result, the run removes the value.
  ///
  /// - Parameter key: The key of the value.
  /// - Returns: The declaration. The steps behind it can take the value with ``taking(_:)``.
  public func keeping<Key: FlowContextKey>(_ key: Key.Type) -> FlowStepDeclaration where Key.Value == Result {
    keeping(key) { $0 }
  }

  /// Returns a declaration whose step stores a part of its result in the run's context.
  package func keeping<Key: FlowContextKey>(
    _ key: Key.Type, part: @escaping @Sendable (Result) -> Key.Value
  ) -> FlowStepDeclaration {
    changing { parts in
      parts.provides.append(key)
      parts.keep.append { context, result in context[Key.self] = result.flatMap { $0 as? Result }.map(part) }
    }
  }

  /// Returns a declaration whose step passes its result to a closure that sets a value of the run's context.
  package func keeping<Key: FlowContextKey>(
    _ key: Key.Type, by keep: @escaping @Sendable (_ context: FlowContext, _ result: Result?) -> Void
  ) -> FlowStepDeclaration {
    changing { parts in
      parts.provides.append(key)
      parts.keep.append { context, result in keep(context, result.flatMap { $0 as? Result }) }
    }
  }

  /// Returns a declaration that lists the values that the step's own closures set in the run's context.
  ///
  /// - Parameter keys: The keys of the values. The step must have set them when it completes.
  /// - Returns: The declaration. The steps behind it can take the values with ``taking(_:)``.
  public func providing<each Key: FlowContextKey>(_ keys: repeat (each Key).Type) -> FlowStepDeclaration {
    changing { parts in repeat parts.provides.append(each keys) }
  }

  /// Returns a declaration that lists the values that the step's own closures read from the run's context.
  ///
  /// - Parameter keys: The keys of the values. On every path, an earlier step must provide them; see ``keeping(_:)`` and
  ///   ``providing(_:)``.
  /// - Returns: The declaration.
  public func reading<each Key: FlowContextKey>(_ keys: repeat (each Key).Type) -> FlowStepDeclaration {
    changing { parts in repeat parts.requires.append(each keys) }
  }
}

/// A key has no value in a run's context.
private struct MissingValue: Error {}

extension FlowContext {
  fileprivate func value<Key: FlowContextKey>(of key: Key.Type) throws(MissingValue) -> Key.Value {
    guard let value = self[key] else { throw MissingValue() }
    return value
  }
}
