import Foundation

/// The socket calls of server and client. Differences between platforms are handled here.
package enum Socket {
  /// Creates a socket that listens on a free port of 127.0.0.1. Returns the socket and the port.
  package static func listen() throws(SystemFailure) -> (socket: Int32, port: UInt16) {
    let descriptor = try open(AF_INET)
    do throws(SystemFailure) {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port: UInt16? = withUnsafeMutableBytes(of: &address) { bytes in
        let generic = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
        guard let generic, bind(descriptor, generic, length) == 0 else { return nil }
        guard Foundation.listen(descriptor, 1024) == 0, getsockname(descriptor, generic, &length) == 0 else {
          return nil
        }
        return bytes.loadUnaligned(as: sockaddr_in.self).sin_port
      }
      guard let port else { throw .last }
      return (descriptor, UInt16(bigEndian: port))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Accepts the next connection.
  package static func accept(_ listener: Int32) throws(SystemFailure) -> Int32 {
    let descriptor = Foundation.accept(listener, nil, nil)
    guard descriptor >= 0 else { throw .last }
    return try prepare(descriptor)
  }

  /// Creates a stream socket of an address family, neither bound nor connected.
  package static func open(_ family: Int32) throws(SystemFailure) -> Int32 {
    let descriptor = socket(family, streamType, 0)
    guard descriptor >= 0 else { throw .last }
    return try prepare(descriptor)
  }

  /// The constant for a stream socket, whose type differs between platforms.
  static var streamType: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// Configures a new socket. Closes it on failure.
  private static func prepare(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    do throws(SystemFailure) {
      try makeNonblocking(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  /// Sends the bytes that the system accepts without waiting. A closed connection is an error and raises no signal.
  package static func send(_ bytes: ArraySlice<UInt8>, on descriptor: Int32) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
  }

  /// Makes the descriptor nonblocking, and closes it in child processes.
  package static func makeNonblocking(_ descriptor: Int32) throws(SystemFailure) {
    guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    else { throw .last }
  }
}
