#if canImport(FoundationNetworking)
  import Dispatch
  import FlowState
  import Foundation
  import FoundationNetworking

  /// Performs the exchanges of a `URLSession` over plain HTTP.
  ///
  /// Outside Apple's platforms, Foundation's own implementation ends the process if a server closes the connection
  /// inside its head or sends a malformed authentication challenge. It also continues to read after a cancellation.
  ///
  ///     configuration.protocolClasses = [PlainHTTPProtocol.self] + (configuration.protocolClasses ?? [])
  final class PlainHTTPProtocol: URLProtocol {
    private enum State {
      case idle
      /// Ends the exchange when signaled.
      case running(WakeUp)
      case over
    }

    /// The queue has no target queue. The exchange blocks its thread, which must not come from the pool that runs use.
    private let queue = DispatchQueue(label: "flowstate.demo.plain-http")
    /// Held during every call of the client. After the task has stopped, the session may have released the client, and
    /// a call would end the process.
    private let state = Locked(State.idle)

    override class func canInit(with request: URLRequest) -> Bool {
      request.url?.scheme?.lowercased() == "http"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Starts the exchange and returns immediately.
    override func startLoading() {
      let deadline = ContinuousClock.now + .seconds(request.timeoutInterval)
      do throws(SystemFailure) {
        let stop = try WakeUp()
        state.withLock { $0 = .running(stop) }
        let wait = SocketWait(stop: stop, deadline: deadline)
        // A work item is used because the class of protocols is not `Sendable` here. The queue and the task share only
        // constants and the client, which the lock guards.
        let work = DispatchWorkItem { [self, request] in deliver(Self.exchange(request, wait: wait)) }
        queue.async(execute: work)
      } catch {
        client?.urlProtocol(self, didFailWithError: URLError(ExchangeFailure.noConnection(error).code))
      }
    }

    /// Closes the socket immediately. The client is no longer called.
    override func stopLoading() {
      let last = state.withLock { state in
        defer { state = .over }
        return state
      }
      if case .running(let stop) = last { stop.signal() }
    }

    private static func exchange(_ request: URLRequest, wait: SocketWait) -> Result<HTTPAnswer, ExchangeFailure> {
      guard let request = PlainRequest(request) else { return .failure(.unknownHost) }
      return Result { () throws(ExchangeFailure) in try SocketExchange(request: request, wait: wait).run() }
    }

    private func deliver(_ result: Result<HTTPAnswer, ExchangeFailure>) {
      // The task that stopped the exchange does not wait for a result.
      if case .failure(.stopped) = result { return }
      state.withLock { state in
        guard case .running = state, let client else { return }
        state = .over
        switch result {
        case .success(let answer):
          guard let response = response(for: answer) else {
            return client.urlProtocol(self, didFailWithError: URLError(.cannotParseResponse))
          }
          client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
          if !answer.body.isEmpty { client.urlProtocol(self, didLoad: Data(answer.body)) }
          client.urlProtocolDidFinishLoading(self)
        case .failure(let failure):
          client.urlProtocol(self, didFailWithError: URLError(failure.code))
        }
      }
    }

    /// Returns the response without the server's header fields, some of which Foundation cannot handle.
    private func response(for answer: HTTPAnswer) -> HTTPURLResponse? {
      let fields = answer.announcedLength.map { ["Content-Length": "\($0)"] }
      return request.url.flatMap { url in
        HTTPURLResponse(url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
      }
    }
  }
#endif
