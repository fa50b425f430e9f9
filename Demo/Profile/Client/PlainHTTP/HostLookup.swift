import Dispatch
import Foundation
import Synchronization

/// Asks the system for a host's addresses on a thread of its own, as that call can neither be stopped nor hurried.
final class HostLookup: Sendable {
  private let addresses = Mutex<[SocketAddress]>([])
  /// Signalled when the addresses are there.
  private let ready: WakeUp

  private init() throws(SystemFailure) {
    ready = try WakeUp()
  }

  /// The addresses of a host, at least one. When the wait ends first, the system's answer is thrown away.
  static func addresses(
    of host: String, port: Int, wait: SocketWait
  ) throws(ExchangeFailure) -> [SocketAddress] {
    let numeric = SocketAddress.resolve(host, port: port, isNumeric: true)
    guard numeric.isEmpty else { return numeric }
    let lookup: HostLookup
    do throws(SystemFailure) {
      lookup = try HostLookup()
    } catch {
      throw .noConnection(error)
    }
    // Without a target on purpose: the call holds its thread, and must not take one from the pool the runs share.
    DispatchQueue(label: "flowstate.demo.host-lookup").async {
      let found = SocketAddress.resolve(host, port: port, isNumeric: false)
      lookup.addresses.withLock { $0 = found }
      lookup.ready.signal()
    }
    try wait(for: lookup.ready.readEnd, POLLIN)
    let found = lookup.addresses.withLock { $0 }
    guard !found.isEmpty else { throw .unknownHost }
    return found
  }
}
