import Foundation

extension Double {
  /// The number in decimals, with a point whatever the locale.
  func text(decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), self)
  }
}
