public import FlowJSON
import FlowScreens
import Foundation

extension HubComponentTarget {
  /// The target as JSON, with the keys of the default schema. See ``HubViewModel/json``.
  public var json: JSONObject {
    var object = JSONObject()
    object["uri"] = uri.map { .string($0.absoluteString) }
    object["view"] = initialViewModel.map { .object($0.json) }
    object["actions"] = actionIdentifiers.map { .array($0.map { .string($0.description) }) }
    object["custom"] = customData.map { .object($0) }
    return object
  }
}
