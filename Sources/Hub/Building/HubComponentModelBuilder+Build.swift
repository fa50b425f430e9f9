public import Foundation

extension HubComponentModelBuilder {
  /// Builds the component as a root component at index 0. You can use the builder again afterwards.
  ///
  /// - Parameters:
  ///   - type: The part of the view that the component belongs to.
  ///   - buildDate: The build date of the initial views of targets. The default is now.
  /// - Returns: The component.
  public func build(_ type: HubComponentType = .body, at buildDate: Date = Date()) -> HubComponentModel {
    build(identifier ?? HubComponentModelBuilders.anonymousIdentifier(0), type, indexPath: [0], at: buildDate)
  }

  /// Builds the children and the target, then the component. This function recurs once per level of nesting. The rest
  /// of the work is in another function, which keeps the stack frames of this one small.
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
      sharedProperties, identifier: identifier, type: type,
      images: (mainImageData?.build(.main), backgroundImageData?.build(.background), images), target: target,
      children: children)
    return HubComponentModel(content, indexPath: indexPath)
  }
}
