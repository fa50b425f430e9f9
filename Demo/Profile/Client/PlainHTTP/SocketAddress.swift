import Foundation

/// An address of IPv4 or IPv6 with its port, as the system writes it.
struct SocketAddress: Equatable, Sendable {
  /// `AF_INET` or `AF_INET6`.
  let family: Int32
  /// The bytes of a `sockaddr`.
  let bytes: [UInt8]

  /// The addresses of a host, in the order of the system's preference; empty if it has none.
  ///
  /// Unless `isNumeric`, where the host is its own address, this may take as long as the network likes.
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

  /// Begins to connect a socket that does not wait; whether it came about shows when the socket can be written.
  func connect(_ descriptor: Int32) throws(SystemFailure) {
    let result = bytes.withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return Int32(-1) }
      return Foundation.connect(descriptor, address, socklen_t(bytes.count))
    }
    guard result == 0 || errno == EINPROGRESS || errno == EINTR else { throw .last }
  }
}
