/// The part of a view that a component belongs to. Children have the type of their parent.
///
/// ```swift
/// viewModel.headerComponentModel?.type  // .header
/// ```
///
/// As in the Hub Framework: `HUBComponentType`.
public enum HubComponentType: String, Sendable, CaseIterable {
  /// The component at the top. A view has at most one.
  case header
  /// The list of components that forms the body of the view.
  case body
  /// The components above all others.
  case overlay
}
