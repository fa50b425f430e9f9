import FlowJSON

extension JSONObject? {
  /// Merges members into the dictionary. New values replace existing ones.
  mutating func merge(_ addition: JSONObject?) {
    guard let addition else { return }
    // The merge is in place, because a document can merge thousands of objects into one component.
    if self == nil { self = addition } else { self?.merge(addition) }
  }

  /// Sets or removes a member. If the dictionary is nil, removing a member leaves it nil.
  mutating func set(_ value: JSONValue?, forKey key: String) {
    if self == nil, value != nil { self = JSONObject() }
    self?[key] = value
  }
}
