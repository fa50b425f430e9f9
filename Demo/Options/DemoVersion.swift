/// The version that `--version` prints. Defined only here.
enum DemoVersion {
  /// The current version.
  static let current = "0.1.0"
}
