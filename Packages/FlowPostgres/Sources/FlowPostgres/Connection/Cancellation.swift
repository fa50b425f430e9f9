import CLibPQ
import Dispatch

/// A request to the server to end the statement that it carries out on a connection. Without it, the statement would go on, though nobody
/// waits for its answer.
struct Cancellation: Sendable {
  /// The address of libpq's object, which belongs to this value until it is sent.
  private let address: UInt

  init(of connection: OpaquePointer?) {
    address = UInt(bitPattern: PQgetCancel(connection))
  }

  /// Sends the request, on a thread that may wait for the server.
  func send() {
    guard address != 0 else { return }
    DispatchQueue.global().async {
      let request = OpaquePointer(bitPattern: address)
      // It is best effort. The reason for a failure is of no use.
      var reason = [CChar](repeating: 0, count: 256)
      _ = PQcancel(request, &reason, Int32(reason.count))
      PQfreeCancel(request)
    }
  }
}
