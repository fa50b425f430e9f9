import FlowJSON

extension Formula {
  /// Returns an evaluation of the formula with the states that are currently visible in a scope.
  func evaluation(in scope: Scope, of nimbus: NimbusInstance) -> Evaluation {
    Evaluation(of: self, states: cells(nimbus) { scope.state($0) }, in: scope, nimbus)
  }

  /// Returns the states that the formula depends on, by number.
  ///
  /// Looking up many names costs work. A few are looked up even if the budget is used up, so that a later change of such
  /// a state updates the value.
  ///
  /// - Parameters:
  ///   - nimbus: The instance with the budget.
  ///   - state: Returns the state with the given name.
  /// - Returns: The states. If the budget isn't sufficient, there are none.
  func cells(_ nimbus: NimbusInstance, _ state: (String) -> StateCell?) -> [StateCell?] {
    guard states.count <= Self.fewStates || nimbus.updates.work.spend(Self.lookupCost * states.count) else {
      return Array(repeating: nil, count: states.count)
    }
    return states.map(state)
  }

  private static let fewStates = 16
  /// The cost of looking up a name, which may search hundreds of scopes.
  private static let lookupCost = 20
}

extension Evaluation {
  /// Creates an evaluation that uses the log and the work budget of an instance.
  convenience init(of formula: Formula, states: [StateCell?], in scope: Scope, _ nimbus: NimbusInstance) {
    self.init(of: formula, states: states, in: scope, nimbus.faults, nimbus.updates.work)
  }

  /// Returns the value of the formula as the property of a node.
  ///
  /// Each value of a property is measured. This includes its constant parts, so they cost work.
  ///
  /// - Parameter event: Returns the event of a blueprint, which is either new or an existing one.
  /// - Returns: The value.
  func propertyValue(event: (EventBlueprint) -> ServerDrivenEvent) -> NimbusValue {
    guard formula.constantSize == 0 || mayBuild(formula.constantSize) else { return .json(.null) }
    return value(event: event)
  }

  /// Returns the value of the formula.
  ///
  /// - Parameter event: Returns the event of a blueprint, which is either new or an existing one.
  /// - Returns: The value. It's plain JSON if it contains no event.
  func value(event: (EventBlueprint) -> ServerDrivenEvent) -> NimbusValue {
    guard case .map(let members) = formula.template else { return value(of: formula.template, event: event) }
    return mayBuild(members.count) ? object(members, event: event) : .json(.null)
  }

  /// Deducts the cost of a value that contains constant parts. Returns whether the value may be built.
  ///
  /// A small value is built even if the budget is used up. Its expressions are null then, but its constant parts and its
  /// events remain. For example, the action `setState` still has its path.
  private func mayBuild(_ cost: Int) -> Bool { spend(cost) || cost <= Self.smallCost }

  private static let smallCost = 100

  private func value(
    of template: PropertyTemplate, event: (EventBlueprint) -> ServerDrivenEvent
  ) -> NimbusValue {
    switch template {
    case .constant(let value): return .json(value)
    case .text(let template): return .json(value(of: template))
    case .list(let elements):
      guard spend(elements.count) else { return .json(.null) }
      return NimbusValue(elements.map { value(of: $0, event: event) })
    case .map(let members):
      guard spend(members.count) else { return .json(.null) }
      return object(members, event: event)
    case .event(let blueprint): return .event(event(blueprint))
    }
  }

  private func object(_ members: [NamedTemplate], event: (EventBlueprint) -> ServerDrivenEvent) -> NimbusValue {
    NimbusValue(members.map { ($0.key, value(of: $0.template, event: event)) })
  }
}
