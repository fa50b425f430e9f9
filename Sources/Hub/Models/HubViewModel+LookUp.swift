extension HubViewModel {
  /// Returns the root components of a type, in order.
  ///
  /// - Parameter type: The part of the view.
  /// - Returns: The components. At most one for the header.
  public func componentModels(of type: HubComponentType) -> [HubComponentModel] {
    switch type {
    case .header: headerComponentModel.map { [$0] } ?? []
    case .body: bodyComponentModels
    case .overlay: overlayComponentModels
    }
  }

  /// Returns the component at an index path.
  ///
  /// - Parameters:
  ///   - indexPath: The indices from a root component to the component.
  ///   - type: The part of the view that the root component belongs to.
  /// - Returns: The component. Nil if the view has none at this index path.
  public func componentModel(at indexPath: [Int], of type: HubComponentType) -> HubComponentModel? {
    guard let root = indexPath.first else { return nil }
    let components = componentModels(of: type)
    guard components.indices.contains(root) else { return nil }
    return indexPath.dropFirst().reduce(components[root]) { $0?.child(at: $1) }
  }

  /// Returns the parent of a component.
  ///
  /// - Parameter component: A component of this view model.
  /// - Returns: The parent. Nil for a root component.
  public func parent(of component: HubComponentModel) -> HubComponentModel? {
    componentModel(at: component.indexPath.dropLast(), of: component.type)
  }
}
