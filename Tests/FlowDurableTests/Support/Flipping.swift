import FlowDurable
import Foundation

/// A codec that flips the bits of each byte.
struct Flipping: PayloadCodec {
  func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.map { ~$0 }) }
  func open(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.map { ~$0 }) }
}
