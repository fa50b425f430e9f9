import Dispatch
import Foundation
import Synchronization

/// Serves the profile over HTTP/1.1 on a free port of 127.0.0.1, to nobody outside this machine.
///
///     let server = ProfileServer(store: .at("p.json")) { notice in print(notice) }
///     let url = try server.start()
///     …
///     server.stop()
///
/// `GET /profile` answers with the profile. `PUT /profile/name` with `{"name": "Bo"}` changes the name and answers with
/// the whole profile once it is safe on the disk. Refusals come as `{"error": "a sentence"}`.
final class ProfileServer: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    case idle, running, stopped
  }

  private let routes: ProfileRoutes
  private let limits: ServerLimits
  private let state = Atomic(State.idle)
  private let wakeUp: Result<WakeUp, SystemFailure>
  /// Belongs to the loop from start to stop. It has no target on purpose: the loop holds its thread, and must not take
  /// one from the pool that the runs share.
  private let queue = DispatchQueue(label: "flowstate.demo.profile-server")

  /// A server that is not started. `report` is called on the server's own thread, or by ``start()``.
  init(
    store: ProfileStore, limits: ServerLimits = ServerLimits(),
    report: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    routes = ProfileRoutes(store: store, report: report)
    self.limits = limits
    wakeUp = Result { () throws(SystemFailure) in try WakeUp() }
  }

  deinit {
    signalStop()
  }

  /// Looks at the store, so that an unusable one is known now and not at the first request, then begins to serve.
  ///
  /// Returns the address, such as `http://127.0.0.1:49152`. A server starts once.
  func start() throws(ProfileServerError) -> URL {
    do {
      if let notice = try routes.store.load().notice { routes.report(notice) }
    } catch {
      throw .store(error)
    }
    let port: UInt16
    do {
      // On the queue, so that a `stop` at the same time waits behind the loop or comes before it.
      port = try queue.sync { try open() }
    } catch let error as ProfileServerError {
      throw error
    } catch {
      throw .startedBefore
    }
    var components = URLComponents()
    (components.scheme, components.host, components.port) = ("http", "127.0.0.1", Int(port))
    guard let url = components.url else { preconditionFailure("An address and a port always make a URL.") }
    return url
  }

  /// Closes the port and every connection, and returns when they are closed. Further calls do nothing.
  ///
  /// Not to be called from `report`, which the server's thread waits for.
  func stop() {
    signalStop()
    queue.sync {}
  }

  private func signalStop() {
    if state.exchange(.stopped, ordering: .acquiringAndReleasing) == .running, case .success(let wakeUp) = wakeUp {
      wakeUp.signal()
    }
  }

  /// Opens the port and hands it to the loop.
  private func open() throws(ProfileServerError) -> UInt16 {
    guard state.compareExchange(expected: .idle, desired: .running, ordering: .acquiringAndReleasing).exchanged else {
      throw .startedBefore
    }
    do throws(SystemFailure) {
      let wakeUp = try wakeUp.get()
      let (listener, port) = try Socket.listen()
      // The loop holds the parts and not the server: letting the server go ends the loop.
      queue.async { [routes, limits] in
        var loop = ServerLoop(listener: listener, wakeUp: wakeUp, limits: limits) { routes.answer($0) }
        loop.run()
      }
      return port
    } catch {
      throw .noPort(error)
    }
  }
}

/// Why the profile server did not start.
enum ProfileServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The store cannot be used.
  case store(ProfileStoreError)
  /// The system gave no port or no pipe.
  case noPort(SystemFailure)
  /// It was started or stopped before.
  case startedBefore

  var description: String {
    switch self {
    case .store(let error): error.description
    case .noPort(let reason): "The profile server cannot open a port on 127.0.0.1: \(reason)."
    case .startedBefore: "The profile server cannot start: expected a new one, found one that was started or stopped."
    }
  }
}
