public import FlowJSON
public import Foundation

/// Everything that a view shows.
///
/// ```swift
/// let view = try HubViewModel(parsing: data)
/// print(view.navigationBarTitle ?? "", view.bodyComponentModels.count)
/// ```
///
/// A view model is an immutable value that a ``HubViewModelBuilder`` makes. Two are equal if they show the same, whenever
/// they were built.
///
/// Source: `HUBViewModel`.
public struct HubViewModel: Sendable, Equatable {
  /// What the view is known by.
  public let identifier: String?
  /// What the view is called.
  public let navigationBarTitle: String?
  /// The component at the top.
  public let headerComponentModel: HubComponentModel?
  /// The components that the view consists of.
  public let bodyComponentModels: [HubComponentModel]
  /// The components above everything else.
  public let overlayComponentModels: [HubComponentModel]
  /// Anything else.
  public let customData: JSONObject?
  /// When the model was built.
  public let buildDate: Date

  /// Whether both show the same, whenever they were built.
  public static func == (left: HubViewModel, right: HubViewModel) -> Bool {
    left.identifier == right.identifier && left.navigationBarTitle == right.navigationBarTitle
      && left.headerComponentModel == right.headerComponentModel
      && left.bodyComponentModels == right.bodyComponentModels
      && left.overlayComponentModels == right.overlayComponentModels && left.customData == right.customData
  }
}

extension HubViewModel {
  /// Reads a JSON document by the default schema.
  ///
  /// - Parameter data: An object, or an array of body components.
  /// - Throws: A ``HubJSONError`` if the data is empty, not JSON, or neither an object nor an array.
  public init(parsing data: Data) throws(HubJSONError) {
    var builder = HubViewModelBuilder()
    try builder.addJSON(data)
    self = builder.build()
  }
}
