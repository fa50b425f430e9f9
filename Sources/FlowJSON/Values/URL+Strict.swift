public import Foundation

extension URL {
  /// Makes a URL of text that is one as it is written: nothing is percent-encoded to make it fit, and the empty text is
  /// none. `spotify:hub:target`, `url1` and `5` are.
  ///
  /// - Parameter text: The text of the URL.
  public init?(strict text: String) {
    guard !text.isEmpty else { return nil }
    self.init(string: text, encodingInvalidCharacters: false)
  }
}
