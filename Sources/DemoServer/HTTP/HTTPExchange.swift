import FlowCommandLine
import FlowScreens
package import Dispatch
package import Foundation
import FlowState
import Synchronization

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// One request and its response, with a session of its own.
///
/// The session calls its delegate on its own operation queue, one call at a time. The result of a deadline or a
/// cancellation does not wait for those calls, because a server that sends a flood of small pieces could delay it
/// forever.
package final class HTTPExchange: NSObject, URLSessionDataDelegate {
  /// Used only by the session's calls. The mutex is never contended, but the compiler requires it.
  private let answer = Locked(HTTPReply())
  /// Set by the first end of the exchange. Later ends are ignored.
  private let hasEnded = Atomic(false)
  private let queue: DispatchQueue
  private let done: @Sendable (Result<HTTPReply, ServerRequestError>) -> Void

  /// Creates an exchange that calls `done` once, on the queue.
  package init(queue: DispatchQueue, done: @escaping @Sendable (Result<HTTPReply, ServerRequestError>) -> Void) {
    self.queue = queue
    self.done = done
  }

  /// Sends the request. Returns its session.
  package func start(_ request: URLRequest, timeout: Duration) -> URLSession {
    let session = makeSession(timeout)
    // The exchange has its own deadline, because on some platforms the session's limits restart with each byte.
    DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak self] in
      self?.finish(.failure(.timedOut(timeout)), session)
    }
    var request = request
    request.timeoutInterval = timeout / .seconds(1) + 1
    session.dataTask(with: request).resume()
    return session
  }

  /// Ends the exchange. Only the first call has an effect. The session releases this object when it is invalidated.
  package func finish(_ result: Result<HTTPReply, ServerRequestError>, _ session: URLSession) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The result is delivered first, because a flooded session may end slowly.
    queue.async { [done] in done(result) }
    #if canImport(FoundationNetworking)
      // The call is on the session's queue. With this Foundation, a cancellation that overtakes the last call ends the
      // process.
      session.delegateQueue.addOperation { session.invalidateAndCancel() }
    #else
      session.invalidateAndCancel()
    #endif
  }

  private func makeSession(_ timeout: Duration) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout / .seconds(1) + 1
    configuration.timeoutIntervalForResource = timeout / .seconds(1) + 1
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.connectionProxyDictionary = [:]
    #if canImport(FoundationNetworking)
      configuration.protocolClasses = [PlainHTTPProtocol.self] + (configuration.protocolClasses ?? [])
    #endif
    let calls = OperationQueue()
    calls.maxConcurrentOperationCount = 1
    return URLSession(configuration: configuration, delegate: self, delegateQueue: calls)
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    answer.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode ?? 0 }
    let isTooLarge = response.expectedContentLength > Int64(HTTPReply.sizeLimit)
    completionHandler(isTooLarge ? .cancel : .allow)
    if isTooLarge { finish(.failure(.tooLarge(limit: HTTPReply.sizeLimit)), session) }
  }

  package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // Data that arrives after the end is discarded.
    guard !hasEnded.load(ordering: .acquiring) else { return }
    let count = answer.withLock { answer in
      answer.body.append(data)
      return answer.body.count
    }
    if count > HTTPReply.sizeLimit { finish(.failure(.tooLarge(limit: HTTPReply.sizeLimit)), session) }
  }

  package func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // A redirect is reported and not followed, because the user named one server.
    completionHandler(nil)
    finish(.failure(.status(response.statusCode, sentence: nil)), session)
  }

  package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      let reason = Self.reason(error, url: task.originalRequest?.url)
      finish(.failure(.unreachable(reason: reason)), session)
    } else {
      finish(.success(answer.withLock { $0 }), session)
    }
  }

  /// Returns the host and the port of an address, even if it is the default port.
  private static func authority(of url: URL?) -> String {
    let host = url?.host() ?? ""
    let port = url?.port ?? (url?.scheme?.lowercased() == "https" ? 443 : 80)
    return "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  private static func reason(_ error: any Error, url: URL?) -> String {
    let host = (url?.host() ?? "").quoted
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: return "nothing answers at \(authority(of: url).quoted)"
    case .cannotFindHost, .dnsLookupFailed: return "the host \(host) is unknown"
    case .networkConnectionLost: return "the connection ended before the answer was complete"
    case .badServerResponse, .cannotParseResponse:
      return "what answers at \(authority(of: url).quoted) is not proper HTTP"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
      return "no secure connection to \(authority(of: url).quoted) came about"
    default: return "the request failed (\(error.localizedDescription.printable))"
    }
  }
}
