extension HubViewModel {
  /// The root components of a type, in order.
  ///
  /// - Parameter type: Where in the view they belong.
  /// - Returns: The components; at most one header.
  public func componentModels(of type: HubComponentType) -> [HubComponentModel] {
    switch type {
    case .header: headerComponentModel.map { [$0] } ?? []
    case .body: bodyComponentModels
    case .overlay: overlayComponentModels
    }
  }

  /// The component that stands somewhere; nil if nothing stands there.
  ///
  /// - Parameters:
  ///   - indexPath: The indices from a root component down.
  ///   - type: Where in the view the root component belongs.
  /// - Returns: The component.
  public func componentModel(at indexPath: [Int], of type: HubComponentType) -> HubComponentModel? {
    guard let root = indexPath.first else { return nil }
    let components = componentModels(of: type)
    guard components.indices.contains(root) else { return nil }
    return indexPath.dropFirst().reduce(components[root]) { $0?.child(at: $1) }
  }

  /// The component that a component stands in; nil for a root component.
  ///
  /// - Parameter component: A component of this view model.
  /// - Returns: The parent.
  public func parent(of component: HubComponentModel) -> HubComponentModel? {
    componentModel(at: component.indexPath.dropLast(), of: component.type)
  }
}
