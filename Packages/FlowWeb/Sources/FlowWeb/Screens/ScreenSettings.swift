import FlowState

/// The settings of a program for the screens of a flow.
struct ScreenSettings: Sendable {
  /// The settings that pages of all kinds have.
  var pages: PageSettings
  var limits = ScreenLimits()
  var images = ImagePlaces()
  var clock: any FlowClock = MonotonicClock()

  init(_ path: String, _ flow: String) {
    pages = PageSettings(path, flow)
    pages.largestForm = 256 << 10
  }

  var base: String { pages.base }
  var start: String { base.isEmpty ? "/" : base }
  var screen: String { base + "/screen" }
}
