import Foundation

/// An IPv4 or IPv6 address with its port, in the system's format.
struct SocketAddress: Equatable, Sendable {
  /// `AF_INET` or `AF_INET6`.
  let family: Int32
  /// The bytes of a `sockaddr`.
  let bytes: [UInt8]

  /// Returns the addresses of a host, in the system's order of preference. Empty if the host has none.
  ///
  /// With `isNumeric`, the host must be a numeric address. Otherwise, the lookup may block for an unlimited time.
  static func resolve(_ host: String, port: Int, isNumeric: Bool) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Socket.streamType
    hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
      guard let entry = entry?.pointee, let address = entry.ai_addr else { return nil }
      let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
      return SocketAddress(family: entry.ai_family, bytes: Array(bytes))
    }
  }

  /// Starts to connect a nonblocking socket. The socket becomes writable when the attempt ends.
  func connect(_ descriptor: Int32) throws(SystemFailure) {
    let result = bytes.withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return Int32(-1) }
      return Foundation.connect(descriptor, address, socklen_t(bytes.count))
    }
    guard result == 0 || errno == EINPROGRESS || errno == EINTR else { throw .last }
  }
}
