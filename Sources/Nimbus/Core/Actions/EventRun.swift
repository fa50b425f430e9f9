import FlowJSON
import FlowScreens

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
    let excess = value.excess ?? value.markExcess
    if let excess { nimbus.faults.error("The value of the event \(scope.path) was dropped: \(excess).") }
    // If the value is too large, the state becomes null. Otherwise, the event would run with the value of an earlier
    // run.
    if let cell = scope.ownState(blueprint.name) { nimbus.updates.set(cell, excess == nil ? value : .null) }
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
