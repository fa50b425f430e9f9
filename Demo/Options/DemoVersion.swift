/// The version that `--version` prints. This is its only definition.
enum DemoVersion {
  /// The current version.
  static let current = "0.2.0"
}
