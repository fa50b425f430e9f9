/// Where the documents of views come from.
///
/// ```swift
/// configuration.viewSource = InMemoryViewSource(["/welcome": "{\"_:component\": \"app:welcome\"}"])
/// ```
///
/// A source belongs to the queue of the screens that it serves.
public protocol ViewSource: AnyObject {
  /// Gets a document.
  ///
  /// - Parameters:
  ///   - request: Which one.
  ///   - completion: Gets the JSON text, or why there is none. Call it once, on the queue of the screen, before or after
  ///     this returns.
  func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void)
}

/// Documents at hand, by their URLs.
///
/// ```swift
/// let source = InMemoryViewSource(["/welcome": text])
/// source.documents["/help"] = other
/// ```
public final class InMemoryViewSource: ViewSource {
  /// The JSON texts by URL.
  public var documents: [String: String]

  /// Makes a source.
  ///
  /// - Parameter documents: The JSON texts by URL.
  public init(_ documents: [String: String]) {
    self.documents = documents
  }

  /// Gives the document before this returns; one that is not there is a ``ViewSourceError``.
  public func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    guard let document = documents[request.url] else {
      return completion(.failure(ViewSourceError(url: request.url, reason: "there is no such document")))
    }
    completion(.success(document))
  }
}

/// Documents from servers.
///
/// ```swift
/// configuration.viewSource = HTTPViewSource(client)
/// ```
public final class HTTPViewSource: ViewSource {
  private let client: any NimbusHTTPClient

  /// Makes a source.
  ///
  /// - Parameter client: Sends the requests.
  public init(_ client: any NimbusHTTPClient) {
    self.client = client
  }

  /// Sends the request; an answer of status 400 or more is a ``ViewSourceError``.
  public func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    client.send(request) { result in
      completion(
        result.flatMap { response in
          guard response.status < 400 else {
            let reason = "the server answered with status \(response.status)"
            return .failure(ViewSourceError(url: request.url, reason: reason))
          }
          return .success(response.body)
        })
    }
  }
}

/// Why there is no document.
///
/// ```swift
/// print(ViewSourceError(url: "/help", reason: "there is no such document"))
/// // No view from /help: there is no such document.
/// ```
public struct ViewSourceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was asked for.
  public let url: String
  /// What went wrong.
  public let reason: String

  /// Makes an error.
  public init(url: String, reason: String) {
    self.url = url
    self.reason = reason
  }

  /// The error as a sentence.
  public var description: String { "No view from \(url): \(reason)." }
}
