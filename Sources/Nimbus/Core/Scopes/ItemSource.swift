import FlowJSON

/// The origin of the item in a copy that `forEach` created. With it, an edit of the item also changes the list.
struct ItemSource {
  /// The state that contains the list.
  let cell: StateCell
  /// The path to the list in the state.
  let steps: [StatePath.Step]
  let index: Int

  /// Returns the state's value with one item of the list replaced.
  ///
  /// - Parameters:
  ///   - old: The item before the edit.
  ///   - new: The item after the edit.
  /// - Returns: The value. `nil` if the list no longer has the old item at its position.
  func value(replacing old: JSONValue, with new: JSONValue) -> JSONValue? {
    replace(in: cell.value, steps[...], old, new)
  }

  private func replace(
    in value: JSONValue, _ steps: ArraySlice<StatePath.Step>, _ old: JSONValue, _ new: JSONValue
  ) -> JSONValue? {
    switch (steps.first, value) {
    case (nil, .array(var elements)):
      guard elements.indices.contains(index), elements[index] == old else { return nil }
      elements[index] = new
      return .array(elements)
    case (.key(let key)?, .object(var members)):
      guard let inner = replace(in: members[key] ?? .null, steps.dropFirst(), old, new) else { return nil }
      members[key] = inner
      return .object(members)
    case (.index(let place)?, .array(var elements)):
      guard elements.indices.contains(place), let inner = replace(in: elements[place], steps.dropFirst(), old, new)
      else { return nil }
      elements[place] = inner
      return .array(elements)
    default: return nil
    }
  }
}
