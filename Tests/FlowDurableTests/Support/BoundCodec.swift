import DurableTestSupport
import FlowDurable
import FlowState
import Foundation

/// A codec that remembers the positions of the values that it seals, and opens them only there.
final class BoundCodec: PayloadCodec {
  private let sealed = Locked<Set<String>>([])

  var positions: [String] { sealed.withLock { $0.sorted() } }

  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data {
    sealed.withLock { _ = $0.insert("\(position.run) \(position.name)") }
    return position.bytes + bytes
  }

  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data {
    guard bytes.starts(with: position.bytes) else { throw Declined() }
    return bytes.dropFirst(position.bytes.count)
  }
}
