import Dispatch
import Foundation
import FlowState

/// Looks up a host's addresses on its own thread, because the system call can be neither cancelled nor timed out.
final class HostLookup: Sendable {
  private let addresses = Locked<[SocketAddress]>([])
  /// Signaled when the addresses are available.
  private let ready: WakeUp

  private init() throws(SystemFailure) {
    ready = try WakeUp()
  }

  /// Returns the addresses of a host, at least one. If the wait ends first, the result of the lookup is ignored.
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
    // The queue has no target queue. The call blocks its thread, which must not come from the pool that runs use.
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
