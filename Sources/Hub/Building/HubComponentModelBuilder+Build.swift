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

  func build(
    _ identifier: String, _ type: HubComponentType, indexPath: [Int], at buildDate: Date
  ) -> HubComponentModel {
    var images: [String: HubComponentImageData] = [:]
    for (identifier, builder) in customImageData {
      images[identifier] = builder.build(.custom, identifier: identifier)
    }
    let content = HubComponentModel.Content(
      properties, identifier: identifier, type: type,
      images: (mainImageData?.build(.main), backgroundImageData?.build(.background), images),
      target: target?.build(at: buildDate), children: children.build(type, under: indexPath, at: buildDate))
    return HubComponentModel(content, indexPath: indexPath)
  }
}
