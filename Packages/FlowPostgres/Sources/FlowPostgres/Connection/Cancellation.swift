import CLibPQ
import Dispatch

/// A request to the server to cancel the current statement of a connection.
///
/// Without it, the server would continue the statement, although its result is no longer needed.
struct Cancellation: Sendable {
  /// The address of libpq's object, which belongs to this value until the request is sent.
  private let address: UInt

  init(of connection: OpaquePointer?) {
    address = UInt(bitPattern: PQgetCancel(connection))
  }

  /// Sends the request on a thread that may wait for the server.
  func send() {
    guard address != 0 else { return }
    DispatchQueue.global().async {
      let request = OpaquePointer(bitPattern: address)
      // The cancellation is best effort, so the reason for a failure isn't needed.
      var reason = [CChar](repeating: 0, count: 256)
      _ = PQcancel(request, &reason, Int32(reason.count))
      PQfreeCancel(request)
    }
  }
}
