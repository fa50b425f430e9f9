import FlowJSON

extension JSONObject? {
  /// Merges members into the dictionary. New values replace existing ones.
  mutating func merge(_ addition: JSONObject?) {
    guard let addition else { return }
    // In place: a document can merge thousands of objects into one component.
    if self == nil { self = addition } else { self?.merge(addition) }
  }

  /// Sets or removes a member. Removing a member from nil leaves nil.
  mutating func set(_ value: JSONValue?, forKey key: String) {
    if self == nil, value != nil { self = JSONObject() }
    self?[key] = value
  }
}
