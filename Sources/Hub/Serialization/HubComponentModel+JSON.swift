public import FlowJSON
import FlowScreens

extension HubComponentModel {
  /// The component as JSON, with the keys of the default schema. See ``HubViewModel/json``.
  ///
  /// The member `component` is always present, with both the identifier and the category.
  public var json: JSONObject {
    let target = target.map { JSONValue.object($0.json) }
    return members(target: target, children: childComponentModels.json)
  }

  private func members(target: JSONValue?, children: JSONValue?) -> JSONObject {
    var object = JSONObject()
    object["id"] = .string(identifier)
    object["group"] = groupIdentifier.map { .string($0) }
    object["component"] = [
      "id": .string(componentIdentifier.description), "category": .string(componentCategory.rawValue),
    ]
    object["text"] = text
    object["images"] = images
    object["target"] = target
    object["metadata"] = metadata.map { .object($0) }
    object["logging"] = loggingData.map { .object($0) }
    object["custom"] = customData.map { .object($0) }
    object["children"] = children
    return object
  }

  private var text: JSONValue? {
    var object = JSONObject()
    object["title"] = title.map { .string($0) }
    object["subtitle"] = subtitle.map { .string($0) }
    object["accessory"] = accessoryTitle.map { .string($0) }
    object["description"] = descriptionText.map { .string($0) }
    return object.isEmpty ? nil : .object(object)
  }

  private var images: JSONValue? {
    var object = JSONObject()
    object["icon"] = icon.map { .string($0) }
    object["main"] = mainImageData.map { .object($0.json) }
    object["background"] = backgroundImageData.map { .object($0.json) }
    if !customImageData.isEmpty {
      let images = customImageData.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.object($0.value.json)) }
      object["custom"] = .object(JSONObject(images))
    }
    return object.isEmpty ? nil : .object(object)
  }
}
