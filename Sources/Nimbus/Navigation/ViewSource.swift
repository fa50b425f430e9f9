/// A source of documents for views.
///
/// ```swift
/// configuration.viewSource = InMemoryViewSource(["/welcome": "{\"_:component\": \"app:welcome\"}"])
/// ```
///
/// A source belongs to the queue of the screens that use it.
public protocol ViewSource: AnyObject {
  /// Loads a document.
  ///
  /// - Parameters:
  ///   - request: The request for the document.
  ///   - completion: Receives the JSON text or an error. Call it once, on the screen's queue, before or after this
  ///     method returns.
  func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void)
}

/// A source of documents in memory, by URL.
///
/// ```swift
/// let source = InMemoryViewSource(["/welcome": text])
/// source.documents["/help"] = other
/// ```
public final class InMemoryViewSource: ViewSource {
  /// The JSON texts, by URL.
  public var documents: [String: String]

  /// Creates a source.
  ///
  /// - Parameter documents: The JSON texts, by URL.
  public init(_ documents: [String: String]) {
    self.documents = documents
  }

  /// Loads a document before the method returns. If there is no such document, the error is a ``ViewSourceError``.
  public func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    guard let document = documents[request.url] else {
      return completion(.failure(ViewSourceError(url: request.url, reason: "there is no such document")))
    }
    completion(.success(document))
  }
}

/// A source that loads documents with HTTP.
///
/// ```swift
/// configuration.viewSource = HTTPViewSource(client)
/// ```
public final class HTTPViewSource: ViewSource {
  private let client: any NimbusHTTPClient

  /// Creates a source.
  ///
  /// - Parameter client: The client that sends the requests.
  public init(_ client: any NimbusHTTPClient) {
    self.client = client
  }

  /// Sends the request. If the response has a status of 400 or more, the error is a ``ViewSourceError``.
  public func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    client.send(request) { result in
      completion(
        result.flatMap { response in
          guard response.status < 400 else {
            let reason = "the server answered with status \(response.status)"
            return .failure(ViewSourceError(url: request.url, reason: reason, status: response.status))
          }
          return .success(response.body)
        })
    }
  }
}

/// An error that describes why a document couldn't be loaded.
///
/// ```swift
/// print(ViewSourceError(url: "/help", reason: "there is no such document"))
/// // No view from /help: there is no such document.
/// ```
public struct ViewSourceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The URL of the document.
  public let url: String
  /// The reason, such as "there is no such document".
  public let reason: String
  /// The status code of the server's response. It's `nil` if there was no response.
  public let status: Int?

  /// Creates an error.
  public init(url: String, reason: String, status: Int? = nil) {
    self.url = url
    self.reason = reason
    self.status = status
  }

  /// The error as a sentence.
  public var description: String { "No view from \(url): \(reason)." }
}
