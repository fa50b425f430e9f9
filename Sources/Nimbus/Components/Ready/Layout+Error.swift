import FlowScreens

extension Layout {
  /// The layout with an error below it, if there is one.
  func withError(_ error: String?) -> Layout {
    guard let error, !error.isEmpty else { return self }
    return .column([self, .indented(.text(StyledText(error, .red)))])
  }
}
