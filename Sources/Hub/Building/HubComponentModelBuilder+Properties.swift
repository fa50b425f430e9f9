public import FlowJSON
public import FlowScreens

extension HubComponentModelBuilder {
  /// The identifier of the group that the component and some of its siblings form.
  public var groupIdentifier: String? {
    get { properties.groupIdentifier }
    set { properties.groupIdentifier = newValue }
  }

  /// The identifier of the component that shows the model.
  public var componentIdentifier: ComponentIdentifier {
    get { properties.componentIdentifier }
    set { properties.componentIdentifier = newValue }
  }

  /// The namespace of the component that shows the model.
  public var componentNamespace: String {
    get { componentIdentifier.namespace }
    set { componentIdentifier = ComponentIdentifier(namespace: newValue, name: componentName) }
  }

  /// The name, within its namespace, of the component that shows the model.
  public var componentName: String {
    get { componentIdentifier.name }
    set { componentIdentifier = ComponentIdentifier(namespace: componentNamespace, name: newValue) }
  }

  /// The general appearance of the component.
  public var componentCategory: HubComponentCategory {
    get { properties.componentCategory }
    set { properties.componentCategory = newValue }
  }

  /// The title of the component.
  public var title: String? {
    get { properties.title }
    set { properties.title = newValue }
  }

  /// The text below the title.
  public var subtitle: String? {
    get { properties.subtitle }
    set { properties.subtitle = newValue }
  }

  /// The text beside the title.
  public var accessoryTitle: String? {
    get { properties.accessoryTitle }
    set { properties.accessoryTitle = newValue }
  }

  /// A longer text.
  public var descriptionText: String? {
    get { properties.descriptionText }
    set { properties.descriptionText = newValue }
  }

  /// The name of the icon.
  public var icon: String? {
    get { properties.icon }
    set { properties.icon = newValue }
  }

  /// Data for the program, not for the component.
  public var metadata: JSONObject? {
    get { properties.metadata }
    set { properties.metadata = newValue }
  }

  /// Data to include in logs about the component.
  public var loggingData: JSONObject? {
    get { properties.loggingData }
    set { properties.loggingData = newValue }
  }

  /// Data for one kind of component only.
  public var customData: JSONObject? {
    get { properties.customData }
    set { properties.customData = newValue }
  }
}
