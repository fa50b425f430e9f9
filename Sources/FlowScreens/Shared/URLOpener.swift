public import Foundation

/// A type that opens URLs, such as pages, screens, or other programs.
///
/// ```swift
/// struct FileOpener: URLOpener {
///   func open(_ url: URL) -> Bool { url.scheme == "file" }
/// }
/// ```
public protocol URLOpener: Sendable {
  /// Opens a URL. Called on the caller's queue.
  ///
  /// - Parameter url: The URL to open.
  /// - Returns: A Boolean value that indicates whether the opener handles the URL.
  func open(_ url: URL) -> Bool
}
