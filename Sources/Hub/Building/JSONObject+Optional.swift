import FlowJSON

extension JSONObject? {
  /// Adds members to the dictionary, or makes one of them; those that are already there take the new values.
  mutating func merge(_ addition: JSONObject?) {
    guard let addition else { return }
    self = self?.merging(addition) ?? addition
  }

  /// Sets a member, or removes it. Removing from nothing leaves nothing.
  mutating func set(_ value: JSONValue?, forKey key: String) {
    guard self != nil || value != nil else { return }
    var object = self ?? JSONObject()
    object[key] = value
    self = object
  }
}
