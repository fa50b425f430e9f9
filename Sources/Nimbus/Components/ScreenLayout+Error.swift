import FlowScreens

extension ScreenLayout {
  /// Returns the layout with an error message below it. Without a message, returns the layout itself.
  func withError(_ error: String?) -> ScreenLayout {
    guard let error, !error.isEmpty else { return self }
    return .column([self, .indented(.text(StyledText(error, .red)))])
  }
}
