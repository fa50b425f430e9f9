public import FlowJSON
public import Foundation

extension HubViewModel {
  /// Creates a view model from JSON data with the default schema.
  ///
  /// - Parameter data: The JSON object of a view, or an array of body components.
  /// - Throws: ``HubJSONError`` if the data is empty, not JSON, or neither an object nor an array.
  public init(parsing data: Data) throws(HubJSONError) {
    var builder = HubViewModelBuilder()
    try builder.addJSON(data)
    self = builder.build()
  }
}

extension HubJSONSchema {
  /// Creates a view model from the JSON object of a view.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - buildDate: The build date of the model. The default is now.
  /// - Returns: The view model. Values that cannot be read are absent.
  public func viewModel(from object: JSONObject, at buildDate: Date = Date()) -> HubViewModel {
    var builder = HubViewModelBuilder(schema: self)
    builder.addJSON(object)
    return builder.build(at: buildDate)
  }
}
