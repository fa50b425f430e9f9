import FlowJSON
import FlowScreens

extension TreeNode {
  /// Passes the actions of this node to the action initializers of the libraries.
  func runInitializers() {
    let libraries = context.nimbus.libraries
    guard libraries.hasInitializers else { return }
    for property in blueprint.properties {
      initializeActions(property.template, at: properties[property.key], libraries)
    }
  }

  private func initializeActions(_ template: PropertyTemplate, at value: NimbusValue?, _ libraries: LibraryTable) {
    switch (template, value) {
    case (.map(let members), let value?):
      for member in members { initializeActions(member.template, at: value[member.key], libraries) }
    case (.list(let elements), .array(let values)?):
      for (element, value) in zip(elements, values) { initializeActions(element, at: value, libraries) }
    case (.event(let blueprint), .event(let event)?):
      if blueprint.hasInitializer(libraries.hasInitializer) { initialize(blueprint, event, libraries) }
    default: break
    }
  }

  private func initialize(_ blueprint: EventBlueprint, _ event: ServerDrivenEvent, _ libraries: LibraryTable) {
    guard let scope = event.scope else { return }
    for action in blueprint.actions {
      if let initializer = libraries.initializer(action) {
        let run = EventRun(blueprint: blueprint, event: event, scope: scope, context: context)
        do {
          try initializer(run.trigger(action))
        } catch {
          context.nimbus.faults.error(
            "Initializing the action \"\(action.name.brief)\" in \(scope.path) failed: \(error.sentence)")
        }
      }
      // The events inside an action exist only while the action runs. Their actions are initialized like the others.
      for inner in action.events where inner.hasInitializer(libraries.hasInitializer) {
        initialize(inner, ServerDrivenEvent(inner, in: scope, context: context, owner: event.node), libraries)
      }
    }
  }
}
