public import FlowJSON
import Foundation

extension HubComponentImageData {
  /// The image as JSON, with the keys of the default schema. See ``HubViewModel/json``.
  public var json: JSONObject {
    var object = JSONObject()
    object["uri"] = url.map { .string($0.absoluteString) }
    object["placeholder"] = placeholderIcon.map { .string($0) }
    object["local"] = localImage.map { .string($0) }
    object["custom"] = customData.map { .object($0) }
    return object
  }
}
