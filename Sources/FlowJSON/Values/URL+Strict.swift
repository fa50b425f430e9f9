public import Foundation

extension URL {
  /// Creates a URL from text that is a valid URL as written: invalid characters aren't percent-encoded, and empty text
  /// is invalid. `spotify:hub:target`, `url1`, and `5` are valid.
  ///
  /// - Parameter text: The text of the URL.
  public init?(strict text: String) {
    guard !text.isEmpty else { return nil }
    self.init(string: text, encodingInvalidCharacters: false)
  }
}
