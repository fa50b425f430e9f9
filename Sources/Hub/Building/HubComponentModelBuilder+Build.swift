public import Foundation

extension HubComponentModelBuilder {
  /// Makes the component as the first of its kind. The builder can be used on.
  ///
  /// - Parameters:
  ///   - type: Where in a view the component belongs.
  ///   - buildDate: When that is, for the views that targets show at first; now by default.
  /// - Returns: The component.
  public func build(_ type: HubComponentType = .body, at buildDate: Date = Date()) -> HubComponentModel {
    build(identifier ?? HubComponentModelBuilders.anonymousIdentifier(0), type, indexPath: [0], at: buildDate)
  }

  /// Builds what is inside, and then the component. Apart, so that a level of nesting takes little of the stack.
  func build(
    _ identifier: String, _ type: HubComponentType, indexPath: [Int], at buildDate: Date
  ) -> HubComponentModel {
    let children = children.build(type, under: indexPath, at: buildDate)
    let target = builtTarget(at: buildDate)
    return component(identifier, type, indexPath, target, children)
  }

  private func component(
    _ identifier: String, _ type: HubComponentType, _ indexPath: [Int], _ target: HubComponentTarget?,
    _ children: [HubComponentModel]
  ) -> HubComponentModel {
    var images: [String: HubComponentImageData] = [:]
    for (identifier, builder) in customImageData {
      images[identifier] = builder.build(.custom, identifier: identifier)
    }
    let content = HubComponentModel.Content(
      properties, identifier: identifier, type: type,
      images: (mainImageData?.build(.main), backgroundImageData?.build(.background), images), target: target,
      children: children)
    return HubComponentModel(content, indexPath: indexPath)
  }
}
