import FlowJSON

extension JSONObject? {
  /// Merges members into the dictionary. New values replace existing ones.
  mutating func merge(_ addition: JSONObject?) {
    guard let addition else { return }
    self = self?.merging(addition) ?? addition
  }

  /// Sets or removes a member. Removing a member from nil leaves nil.
  mutating func set(_ value: JSONValue?, forKey key: String) {
    guard self != nil || value != nil else { return }
    var object = self ?? JSONObject()
    object[key] = value
    self = object
  }
}
