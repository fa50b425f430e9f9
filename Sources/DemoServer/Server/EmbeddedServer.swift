import Dispatch
package import Foundation
import Synchronization

/// A server of JSON over HTTP/1.1, on a free port of 127.0.0.1. Other machines cannot reach it.
///
///     let server = EmbeddedServer { request in HTTPResponse(.notFound, error: "Nothing is at '\(request.path)'.") }
///     let url = try server.start()
///     …
///     server.stop()
///
/// The response to a refused request is `{"error": "a sentence"}`.
package final class EmbeddedServer: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case idle, running, stopped
  }

  private let check: @Sendable () throws(EmbeddedServerError) -> Void
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse
  private let limits: ServerLimits
  private let state = Atomic(State.idle)
  private let wakeUp: Result<WakeUp, SystemFailure>
  /// The queue of the loop, from start to stop. It has no target queue, because the loop blocks its thread, which must
  /// not come from the pool that runs use.
  private let queue = DispatchQueue(label: "flowstate.demo.server")

  /// Creates a server without starting it. ``start()`` calls `check`, and the server's thread calls `answer`.
  package init(
    limits: ServerLimits = ServerLimits(),
    checking check: @escaping @Sendable () throws(EmbeddedServerError) -> Void = {},
    answering answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.check = check
    self.answer = answer
    self.limits = limits
    wakeUp = Result { () throws(SystemFailure) in try WakeUp() }
  }

  deinit {
    signalStop()
  }

  /// Checks the data and starts to serve. The check reports unusable data immediately, before the first request.
  ///
  /// Returns the address, such as `http://127.0.0.1:49152`. A server can start only once.
  package func start() throws(EmbeddedServerError) -> URL {
    try check()
    guard state.compareExchange(expected: .idle, desired: .running, ordering: .acquiringAndReleasing).exchanged else {
      throw .startedBefore
    }
    let port: UInt16
    do {
      // The call is on the queue, so that a concurrent `stop` happens either before or after the loop starts.
      port = try queue.sync { try open() }
    } catch let error as EmbeddedServerError {
      throw error
    } catch {
      throw .startedBefore
    }
    var components = URLComponents()
    (components.scheme, components.host, components.port) = ("http", "127.0.0.1", Int(port))
    guard let url = components.url else { fatalError("An address and a port always make a URL.") }
    return url
  }

  /// Closes the port and all connections. Returns when they are closed. Further calls have no effect.
  ///
  /// Don't call this method from `answer`, because the server's thread waits for `answer`.
  package func stop() {
    signalStop()
    // A concurrent `start` may be on the queue, and adds the loop there.
    queue.sync {}
    queue.sync {}
  }

  private func signalStop() {
    if state.exchange(.stopped, ordering: .acquiringAndReleasing) == .running, case .success(let wakeUp) = wakeUp {
      wakeUp.signal()
    }
  }

  /// Opens the port and passes it to the loop.
  private func open() throws(EmbeddedServerError) -> UInt16 {
    guard state.load(ordering: .acquiring) == .running else { throw .startedBefore }
    do throws(SystemFailure) {
      let wakeUp = try wakeUp.get()
      let (listener, port) = try Socket.listen()
      // The loop retains the parts of the server and not the server itself. Releasing the server ends the loop.
      queue.async { [answer, limits] in
        var loop = ServerLoop(
          listener: listener, authority: "127.0.0.1:\(port)", wakeUp: wakeUp, limits: limits
        ) { answer($0) }
        loop.run()
      }
      return port
    } catch {
      throw .noPort(error)
    }
  }
}

/// The reason why the embedded server did not start.
package enum EmbeddedServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The data to serve is unusable. The reason is a sentence.
  case unusableData(reason: String)
  /// The system provided no port or no pipe.
  case noPort(SystemFailure)
  /// The server has already been started or stopped.
  case startedBefore

  package var description: String {
    switch self {
    case .unusableData(let reason): reason
    case .noPort(let reason): "The embedded server cannot open a port on 127.0.0.1: \(reason)."
    case .startedBefore: "The embedded server cannot start: expected a new one, found one that was started or stopped."
    }
  }
}
