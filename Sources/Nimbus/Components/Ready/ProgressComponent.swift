public import FlowScreens

/// How far something is. A library offers it as `progress`.
///
/// ```json
/// {"_:component": "progress", "properties": {"value": "@{divide(done, 20.0)}", "label": "Steps"}}
/// ```
///
/// `value` is required and goes from 0 to 1; what is beyond counts as the bound. `label` stands above the bar.
public struct ProgressComponent: ViewDecodable {
  /// How far it is, from 0 to 1.
  public var value: Double
  /// What it is that is on its way.
  public var label: String?

  /// Makes a bar.
  public init(_ value: Double, label: String? = nil) {
    self.value = value
    self.label = label
  }

  /// Draws the bar, and above it what it stands for.
  public func render(_ context: ComponentContext) -> Layout {
    let bar = Layout.bar(fraction: value.isNaN ? 0 : min(max(value, 0), 1))
    guard let label, !label.isEmpty else { return bar }
    return .column([.text(StyledText(label)), bar])
  }
}
