/// A client that sends the requests of a screen: those of `sendRequest` and, with ``HTTPViewSource``, those for
/// documents.
///
/// ```swift
/// final class CannedClient: NimbusHTTPClient {
///   func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {
///     completion(.success(NimbusResponse(status: 200, body: "{\"name\": \"Bo\"}")))
///   }
/// }
/// ```
///
/// A client belongs to the queue of the screens that use it.
public protocol NimbusHTTPClient: AnyObject {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - completion: Receives the response or an error. Call it once, on the screen's queue, before or after this
  ///     method returns.
  func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void)
}

/// An HTTP request.
///
/// ```swift
/// let request = NimbusRequest(url: "https://example.org/profile", method: .post, body: "{\"name\":\"Bo\"}")
/// ```
public struct NimbusRequest: Sendable, Hashable {
  /// The HTTP methods.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Requests a resource.
    case get = "Get"
    /// Submits data to a resource.
    case post = "Post"
    /// Replaces a resource.
    case put = "Put"
    /// Changes a part of a resource.
    case patch = "Patch"
    /// Deletes a resource.
    case delete = "Delete"
  }

  /// The URL of the request.
  public var url: String
  /// The HTTP method.
  public var method: Method
  /// The header fields.
  public var headers: [String: String]
  /// The body. It's `nil` if there is none.
  public var body: String?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - method: The HTTP method.
  ///   - headers: The header fields.
  ///   - body: The body. `nil` if there is none.
  public init(url: String, method: Method = .get, headers: [String: String] = [:], body: String? = nil) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response.
///
/// ```swift
/// let response = NimbusResponse(status: 404, statusText: "Not Found")
/// ```
public struct NimbusResponse: Sendable, Hashable {
  /// The status code. Codes of 400 and more are errors.
  public var status: Int
  /// The text of the status, such as "Not Found".
  public var statusText: String
  /// The header fields.
  public var headers: [String: String]
  /// The body.
  public var body: String

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status code. Codes of 400 and more are errors.
  ///   - statusText: The text of the status.
  ///   - headers: The header fields.
  ///   - body: The body.
  public init(status: Int, statusText: String = "", headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.statusText = statusText
    self.headers = headers
    self.body = body
  }
}
