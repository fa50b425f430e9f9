/// An option of a ``RunControl`` that names the store, such as `--journal FILE`.
///
/// ```swift
/// let journal = StoreOption("journal", "FILE", "The journal; orders.journal by default.")
/// ```
public struct StoreOption: Sendable {
  /// The name without its dashes.
  public let name: String
  /// The placeholder for the value in help texts.
  public let valueName: String
  /// The purpose of the option, as a sentence for help texts.
  public let summary: String

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The name without its dashes. No command may have an option of this name.
  ///   - valueName: The placeholder for the value in help texts.
  ///   - summary: The purpose of the option, as a sentence for help texts.
  public init(_ name: String, _ valueName: String, _ summary: String) {
    self.name = name
    self.valueName = valueName
    self.summary = summary
  }
}
