import FlowJSON
import FlowScreens

/// The properties that a component's builder and its model store in the same form.
struct HubComponentProperties: Sendable, Equatable {
  var groupIdentifier: String?
  var componentIdentifier: ComponentIdentifier
  var componentCategory: HubComponentCategory
  var title: String?
  var subtitle: String?
  var accessoryTitle: String?
  var descriptionText: String?
  var icon: String?
  var metadata: JSONObject?
  var loggingData: JSONObject?
  var customData: JSONObject?

  init(_ defaults: HubComponentDefaults) {
    componentIdentifier = ComponentIdentifier(namespace: defaults.namespace, name: defaults.name)
    componentCategory = defaults.category
  }
}
