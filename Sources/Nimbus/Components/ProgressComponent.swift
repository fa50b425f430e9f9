public import FlowScreens

/// A progress bar. Available as `progress` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "progress", "properties": {"value": "@{divide(done, 20.0)}", "label": "Steps"}}
/// ```
///
/// `value` is required. It's clamped to the range from 0 to 1. `label` is the text above the bar.
public struct ProgressComponent: ViewDecodable {
  /// The completed fraction, from 0 to 1.
  public var value: Double
  /// The text above the bar.
  public var label: String?

  /// Creates a progress bar.
  public init(_ value: Double, label: String? = nil) {
    self.value = value
    self.label = label
  }

  /// Returns the layout of the bar, with its label above it.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    let bar = ScreenLayout.bar(fraction: value.isNaN ? 0 : min(max(value, 0), 1))
    guard let label, !label.isEmpty else { return bar }
    return .column([.text(StyledText(label)), bar])
  }
}
