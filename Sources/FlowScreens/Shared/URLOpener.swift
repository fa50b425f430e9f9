public import Foundation

/// Opens what a URL points to: a page, a screen, another program.
///
/// ```swift
/// struct Deskbound: URLOpener {
///   func open(_ url: URL) -> Bool { url.scheme == "file" }
/// }
/// ```
public protocol URLOpener: Sendable {
  /// Opens the URL. Called on the queue of whoever asks.
  ///
  /// - Parameter url: What to open.
  /// - Returns: Whether somebody felt responsible.
  func open(_ url: URL) -> Bool
}
