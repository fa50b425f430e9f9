#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// Does the exchanges of a `URLSession` over plain HTTP by itself.
  ///
  /// Outside Apple's platforms Foundation's own way ends the whole process when a server closes in the middle of its
  /// head, or asks for a password in an odd way, and goes on reading after a cancel.
  ///
  ///     configuration.protocolClasses = [PlainHTTPProtocol.self] + (configuration.protocolClasses ?? [])
  final class PlainHTTPProtocol: URLProtocol {
    private enum State {
      case idle
      /// The wake-up ends the exchange.
      case running(WakeUp)
      case over
    }

    /// The exchange holds its thread, which must not come from the pool that the runs share: hence no target.
    private let queue = DispatchQueue(label: "flowstate.demo.plain-http")
    /// Held through every call of the client: once the task has stopped, the session may have forgotten it, and would
    /// end the process over a call on its behalf.
    private let state = Mutex(State.idle)

    override class func canInit(with request: URLRequest) -> Bool {
      request.url?.scheme?.lowercased() == "http"
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Begins the exchange, and returns at once.
    override func startLoading() {
      let deadline = ContinuousClock.now + .seconds(request.timeoutInterval)
      do throws(SystemFailure) {
        let stop = try WakeUp()
        state.withLock { $0 = .running(stop) }
        let wait = SocketWait(stop: stop, deadline: deadline)
        // A work item, because the class of protocols is not Sendable here. The queue and the task share only what is
        // constant, and the client, which the mutex guards.
        let work = DispatchWorkItem { [self, request] in deliver(Self.exchange(request, wait: wait)) }
        queue.async(execute: work)
      } catch {
        client?.urlProtocol(self, didFailWithError: URLError(ExchangeFailure.noConnection(error).code))
      }
    }

    /// Closes the socket at once; the client is not called any more.
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
      // The task that stopped the exchange waits for nothing.
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

    /// The response without the server's own header fields, of which Foundation would make more than it can.
    private func response(for answer: HTTPAnswer) -> HTTPURLResponse? {
      let fields = answer.announcedLength.map { ["Content-Length": "\($0)"] }
      return request.url.flatMap { url in
        HTTPURLResponse(url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
      }
    }
  }
#endif
