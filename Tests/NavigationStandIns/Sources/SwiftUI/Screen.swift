// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The part of a view that the user sees and uses.
@MainActor public final class Screen {
  /// The text of the view itself.
  public internal(set) var text = ""
  /// The texts of a navigation stack, the root first.
  public internal(set) var stack: [String] = []
  /// The text of the sheet; nil if there is none.
  public internal(set) var sheet: String?
  var destination: ((AnyHashable, Screen) -> Void)?
  var goBack: ((Int) -> Void)?
  var dismiss: (() -> Void)?

  init() {}

  /// Renders a view.
  public convenience init(_ view: some View) {
    self.init()
    view.rendered(into: self)
  }

  /// The user swipes back, or chooses an earlier page.
  public func userGoesBack(by count: Int = 1) { goBack?(count) }

  /// The user swipes the sheet down.
  public func userDismissesSheet() { dismiss?() }
}
