extension HubComponentModel {
  /// The child at an index; nil if there is none.
  ///
  /// - Parameter index: The place among the children.
  /// - Returns: The child.
  public func child(at index: Int) -> HubComponentModel? {
    childComponentModels.indices.contains(index) ? childComponentModels[index] : nil
  }

  /// The child with an identifier; nil if there is none.
  ///
  /// - Parameter identifier: What the child is known by.
  /// - Returns: The child.
  public func child(withIdentifier identifier: String) -> HubComponentModel? {
    childComponentModels.first { $0.identifier == identifier }
  }

  /// The children of a group, in order; nil if there is no such group.
  ///
  /// - Parameter group: What the group is known by.
  /// - Returns: The children.
  public func children(inGroup group: String) -> [HubComponentModel]? {
    let members = childComponentModels.filter { $0.groupIdentifier == group }
    return members.isEmpty ? nil : members
  }
}
