import Dispatch
import FlowTerminal
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its answer, with a session of its own that is gone when they are.
///
/// Everything happens on the client's serial queue: the session's calls, the deadline and a cancel. The mutex is there
/// to say so to the compiler; nobody ever waits for it.
final class ProfileExchange: NSObject, URLSessionDataDelegate {
  private struct State {
    var session: URLSession?
    var done: (@Sendable (Result<UserProfile, ProfileClientError>) -> Void)?
    var status = 0
    var body = Data()
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let timeout: Duration

  /// An exchange that is not started.
  init(queue: DispatchQueue, timeout: Duration) {
    self.queue = queue
    self.timeout = timeout
  }

  /// Sends the request. `done` is called once, on the queue.
  func start(
    _ request: URLRequest, _ done: @escaping @Sendable (Result<UserProfile, ProfileClientError>) -> Void
  ) {
    queue.async { [self] in
      let session = makeSession()
      state.withLock { $0 = State(session: session, done: done) }
      // Measured by ourselves: the session's limits begin anew with each byte on some platforms.
      queue.asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak self, timeout] in
        self?.finish(.failure(.timedOut(timeout)))
      }
      session.dataTask(with: request).resume()
    }
  }

  /// Ends the exchange, if it goes on.
  func cancel() {
    queue.async { [self] in finish(.failure(.cancelled)) }
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout / .seconds(1) + 1
    configuration.timeoutIntervalForResource = timeout / .seconds(1) + 1
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.connectionProxyDictionary = [:]
    let calls = OperationQueue()
    calls.maxConcurrentOperationCount = 1
    calls.underlyingQueue = queue
    return URLSession(configuration: configuration, delegate: self, delegateQueue: calls)
  }

  /// The first end counts. The session lets go of this object once it is invalid.
  private func finish(_ result: Result<UserProfile, ProfileClientError>) {
    let ended = state.withLock { state in
      let ended = (state.session, state.done)
      state = State()
      return ended
    }
    ended.0?.invalidateAndCancel()
    ended.1?(result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode ?? 0 }
    let isTooLarge = response.expectedContentLength > Int64(ProfileAnswer.sizeLimit)
    completionHandler(isTooLarge ? .cancel : .allow)
    if isTooLarge { finish(.failure(.tooLarge(limit: ProfileAnswer.sizeLimit))) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let count = state.withLock { state in
      // What still comes in after the end is not kept.
      if state.done != nil { state.body.append(data) }
      return state.body.count
    }
    if count > ProfileAnswer.sizeLimit { finish(.failure(.tooLarge(limit: ProfileAnswer.sizeLimit))) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // The user named one server; where it points instead is not followed but reported.
    completionHandler(nil)
    finish(.failure(.status(response.statusCode, sentence: nil)))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      finish(.failure(.unreachable(reason: Self.reason(error, host: task.originalRequest?.url?.host()))))
    } else {
      let (status, body) = state.withLock { ($0.status, $0.body) }
      finish(ProfileAnswer.read(status: status, body: body))
    }
  }

  private static func reason(_ error: any Error, host: String?) -> String {
    let host = (host ?? "").quoted
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: return "nothing answers at \(host)"
    case .cannotFindHost, .dnsLookupFailed: return "the host \(host) is unknown"
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      return "the connection ended before the answer was complete"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
      return "no secure connection to \(host) came about"
    default: return "the request failed (\(error.localizedDescription.printable))"
    }
  }
}
