/// The version that `--version` prints, in its only place.
enum DemoVersion {
  /// The current version.
  static let current = "0.1.0"
}
