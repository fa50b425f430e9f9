import FlowScreens

/// A screen with any layout.
final class ImageScreen: FlowScreen {
  let layout: ScreenLayout
  let isFinished = false

  init(_ layout: ScreenLayout) {
    self.layout = layout
  }
}
