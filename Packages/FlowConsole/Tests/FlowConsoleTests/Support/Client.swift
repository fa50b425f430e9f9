import Foundation

/// A connection that blocks.
struct Client {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw POSIXError(.ECONNREFUSED) }
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    if write(descriptor, bytes, bytes.count) != bytes.count { throw POSIXError(.EIO) }
  }

  /// Receives until a text has come.
  func receive(until end: String) throws -> String {
    var text = ""
    while !text.contains(end) {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { throw POSIXError(.EIO) }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text
  }

  func close() {
    _ = Foundation.close(descriptor)
  }
}
