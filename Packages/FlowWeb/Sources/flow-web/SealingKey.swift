import Crypto
import FlowDurable
import Foundation

/// Seals the values of runs with AES-GCM and the key of a file.
struct SealingKey: PayloadCodec {
  private let key: SymmetricKey

  /// Reads the key of a file, or makes a new one.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A ``Fault`` if the file can't be used.
  init(at path: String) throws(Fault) {
    key = SymmetricKey(
      data: try KeyFile.bytes(at: path) { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } })
  }

  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data {
    guard let sealed = try AES.GCM.seal(bytes, using: key, authenticating: position.bytes).combined else {
      throw CryptoKitError.incorrectParameterSize
    }
    return sealed
  }

  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data {
    try AES.GCM.open(AES.GCM.SealedBox(combined: bytes), using: key, authenticating: position.bytes)
  }
}
