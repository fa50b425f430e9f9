public import FlowJSON

extension HubViewModel {
  /// The view as JSON, with the keys of the default schema, regardless of the schema that read the view.
  ///
  /// Absent values and empty lists are omitted. Dictionaries are included even if they are empty. Reading the JSON with
  /// the default schema produces an equal model.
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
  /// The components as JSON. Nil for an empty list.
  var json: JSONValue? { isEmpty ? nil : .array(map { .object($0.json) }) }
}
