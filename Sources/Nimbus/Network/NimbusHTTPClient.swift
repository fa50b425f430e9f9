/// Sends the requests of a screen: those of `sendRequest`, and with ``HTTPViewSource`` those for its documents.
///
/// ```swift
/// final class CannedClient: NimbusHTTPClient {
///   func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {
///     completion(.success(NimbusResponse(status: 200, body: "{\"name\": \"Bo\"}")))
///   }
/// }
/// ```
///
/// A client belongs to the queue of the screens that it serves.
public protocol NimbusHTTPClient: AnyObject {
  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - completion: Gets the response, or why there is none. Call it once, on the queue of the screen, before or after this
  ///     returns.
  func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void)
}

/// A request to a server.
///
/// ```swift
/// let request = NimbusRequest(url: "https://example.org/profile", method: .post, body: "{\"name\":\"Bo\"}")
/// ```
public struct NimbusRequest: Sendable, Hashable {
  /// What the server is asked to do.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Give something.
    case get = "Get"
    /// Take something new.
    case post = "Post"
    /// Replace something.
    case put = "Put"
    /// Change something.
    case patch = "Patch"
    /// Remove something.
    case delete = "Delete"
  }

  /// Where the request goes.
  public var url: String
  /// What the server is asked to do.
  public var method: Method
  /// The header fields.
  public var headers: [String: String]
  /// What is sent along; nil for nothing.
  public var body: String?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: Where the request goes.
  ///   - method: What the server is asked to do.
  ///   - headers: The header fields.
  ///   - body: What is sent along; nil for nothing.
  public init(url: String, method: Method = .get, headers: [String: String] = [:], body: String? = nil) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// What a server has answered.
///
/// ```swift
/// let response = NimbusResponse(status: 404, statusText: "Not Found")
/// ```
public struct NimbusResponse: Sendable, Hashable {
  /// The status; 400 and more are errors.
  public var status: Int
  /// The status in words.
  public var statusText: String
  /// The header fields.
  public var headers: [String: String]
  /// What came along.
  public var body: String

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status; 400 and more are errors.
  ///   - statusText: The status in words.
  ///   - headers: The header fields.
  ///   - body: What came along.
  public init(status: Int, statusText: String = "", headers: [String: String] = [:], body: String = "") {
    self.status = status
    self.statusText = statusText
    self.headers = headers
    self.body = body
  }
}
