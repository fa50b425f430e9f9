public import FlowJSON

/// Which document a view is to show.
///
/// ```swift
/// let request = ViewRequest("/welcome")
/// ```
public struct ViewRequest: Sendable, Hashable {
  /// What is asked of the view source, with the whole URL.
  public var request: NimbusRequest
  /// The node to show if that fails; nil for the error and a way to try again.
  public var fallback: JSONValue?

  /// Makes a request by what is sent.
  ///
  /// - Parameters:
  ///   - request: What is asked of the view source.
  ///   - fallback: The node to show if that fails.
  public init(_ request: NimbusRequest, fallback: JSONValue? = nil) {
    self.request = request
    self.fallback = fallback
  }

  /// Makes a request for what a URL gives.
  ///
  /// - Parameter url: The whole URL.
  public init(_ url: String) {
    self.init(NimbusRequest(url: url))
  }
}
