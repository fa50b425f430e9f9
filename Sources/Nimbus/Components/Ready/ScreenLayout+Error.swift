import FlowScreens

extension ScreenLayout {
  /// Returns the layout with an error message below it, or the layout itself if there is no message.
  func withError(_ error: String?) -> ScreenLayout {
    guard let error, !error.isEmpty else { return self }
    return .column([self, .indented(.text(StyledText(error, .red)))])
  }
}
