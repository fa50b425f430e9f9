extension HubComponentModel {
  /// Returns the child at an index.
  ///
  /// - Parameter index: The index among the children.
  /// - Returns: The child. Nil if the index is out of bounds.
  public func child(at index: Int) -> HubComponentModel? {
    childComponentModels.indices.contains(index) ? childComponentModels[index] : nil
  }

  /// Returns the child with an identifier.
  ///
  /// - Parameter identifier: The identifier of the child.
  /// - Returns: The child. Nil if no child has the identifier.
  public func child(withIdentifier identifier: String) -> HubComponentModel? {
    childComponentModels.first { $0.identifier == identifier }
  }

  /// Returns the children of a group, in order.
  ///
  /// - Parameter group: The identifier of the group.
  /// - Returns: The children. Nil if no child belongs to the group.
  public func children(inGroup group: String) -> [HubComponentModel]? {
    let members = childComponentModels.filter { $0.groupIdentifier == group }
    return members.isEmpty ? nil : members
  }
}
