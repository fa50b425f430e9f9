public import FlowJSON
public import FlowScreens

extension HubComponentModelBuilder {
  /// The group that the component forms with siblings.
  public var groupIdentifier: String? {
    get { properties.groupIdentifier }
    set { properties.groupIdentifier = newValue }
  }

  /// Which component shows the model.
  public var componentIdentifier: ComponentIdentifier {
    get { properties.componentIdentifier }
    set { properties.componentIdentifier = newValue }
  }

  /// Whose component shows the model.
  public var componentNamespace: String {
    get { componentIdentifier.namespace }
    set { componentIdentifier = ComponentIdentifier(namespace: newValue, name: componentName) }
  }

  /// Which of that namespace's components shows the model.
  public var componentName: String {
    get { componentIdentifier.name }
    set { componentIdentifier = ComponentIdentifier(namespace: componentNamespace, name: newValue) }
  }

  /// What the component looks like, roughly.
  public var componentCategory: HubComponentCategory {
    get { properties.componentCategory }
    set { properties.componentCategory = newValue }
  }

  /// What the component is called.
  public var title: String? {
    get { properties.title }
    set { properties.title = newValue }
  }

  /// What stands below the title.
  public var subtitle: String? {
    get { properties.subtitle }
    set { properties.subtitle = newValue }
  }

  /// What stands beside the title.
  public var accessoryTitle: String? {
    get { properties.accessoryTitle }
    set { properties.accessoryTitle = newValue }
  }

  /// A longer text.
  public var descriptionText: String? {
    get { properties.descriptionText }
    set { properties.descriptionText = newValue }
  }

  /// The name of an icon.
  public var icon: String? {
    get { properties.icon }
    set { properties.icon = newValue }
  }

  /// What the program, rather than the component, wants to know.
  public var metadata: JSONObject? {
    get { properties.metadata }
    set { properties.metadata = newValue }
  }

  /// What is written down when something happens to the component.
  public var loggingData: JSONObject? {
    get { properties.loggingData }
    set { properties.loggingData = newValue }
  }

  /// What this kind of component understands besides.
  public var customData: JSONObject? {
    get { properties.customData }
    set { properties.customData = newValue }
  }
}
