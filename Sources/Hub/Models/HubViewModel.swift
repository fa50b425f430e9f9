public import FlowJSON
public import Foundation

/// The contents of a view.
///
/// ```swift
/// let view = try HubViewModel(parsing: data)
/// print(view.navigationBarTitle ?? "", view.bodyComponentModels.count)
/// ```
///
/// A view model is an immutable value, created by a ``HubViewModelBuilder``. Two models are equal if their contents are
/// equal. Their build dates are ignored.
///
/// As in the Hub Framework: `HUBViewModel`.
public struct HubViewModel: Sendable, Equatable {
  /// The identifier of the view.
  public let identifier: String?
  /// The title of the view.
  public let navigationBarTitle: String?
  /// The component at the top.
  public let headerComponentModel: HubComponentModel?
  /// The components of the body.
  public let bodyComponentModels: [HubComponentModel]
  /// The components above all others.
  public let overlayComponentModels: [HubComponentModel]
  /// Additional data.
  public let customData: JSONObject?
  /// The date when the model was built.
  public let buildDate: Date

  /// Returns whether two models have equal contents. Their build dates are ignored.
  public static func == (left: HubViewModel, right: HubViewModel) -> Bool {
    left.identifier == right.identifier && left.navigationBarTitle == right.navigationBarTitle
      && left.headerComponentModel == right.headerComponentModel
      && left.bodyComponentModels == right.bodyComponentModels
      && left.overlayComponentModels == right.overlayComponentModels && left.customData == right.customData
  }
}
