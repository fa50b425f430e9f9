public import FlowJSON

/// A request for the document of a view.
///
/// ```swift
/// let request = ViewRequest("/welcome")
/// ```
public struct ViewRequest: Sendable, Hashable {
  /// The request to the view source, with the complete URL.
  public var request: NimbusRequest
  /// The node that is shown if loading fails. If it's `nil`, the view shows the error and a button to try again.
  public var fallback: JSONValue?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - request: The request to the view source.
  ///   - fallback: The node that is shown if loading fails.
  public init(_ request: NimbusRequest, fallback: JSONValue? = nil) {
    self.request = request
    self.fallback = fallback
  }

  /// Creates a request for the document at a URL.
  ///
  /// - Parameter url: The complete URL.
  public init(_ url: String) {
    self.init(NimbusRequest(url: url))
  }
}
