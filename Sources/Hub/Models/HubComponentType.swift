/// Where in a view a component belongs. Children have their parent's type.
///
/// ```swift
/// viewModel.headerComponentModel?.type  // .header
/// ```
///
/// Source: `HUBComponentType`.
public enum HubComponentType: String, Sendable, CaseIterable {
  /// At the top; there is at most one.
  case header
  /// In the list that a view consists of.
  case body
  /// Above everything else.
  case overlay
}
