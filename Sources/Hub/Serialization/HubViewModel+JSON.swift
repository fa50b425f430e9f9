public import FlowJSON

extension HubViewModel {
  /// The view as JSON, by the keys of the default schema, whichever schema read it.
  ///
  /// What is absent is left out, and so are empty lists; dictionaries that are there stay, also empty ones. Reading this
  /// by the default schema gives an equal model.
  public var json: JSONObject {
    var object = JSONObject()
    object["id"] = identifier.map { .string($0) }
    object["title"] = navigationBarTitle.map { .string($0) }
    object["header"] = headerComponentModel.map { .object($0.json) }
    object["body"] = bodyComponentModels.json
    object["overlays"] = overlayComponentModels.json
    object["custom"] = customData.map { .object($0) }
    return object
  }
}

extension [HubComponentModel] {
  /// The components as JSON; nil if there are none.
  var json: JSONValue? { isEmpty ? nil : .array(map { .object($0.json) }) }
}
