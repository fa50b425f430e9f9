import FlowDurable
import Foundation

/// A codec that seals nothing, for runs that never leave the memory.
struct OpenCodec: PayloadCodec {
  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data { bytes }

  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data { bytes }
}
