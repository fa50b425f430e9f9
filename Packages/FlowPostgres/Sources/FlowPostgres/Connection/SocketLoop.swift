import Foundation

/// A thread that waits for the sockets of connections, and calls what reads them.
///
/// An answer wakes this thread, and nothing in between. A Dispatch source wakes two threads for each, which takes longer than the server
/// needs for an append. The thread lives while there are sockets.
final class SocketLoop: Sendable {
  private struct Socket {
    let descriptor: Int32
    var isWriting = false
    let ready: @Sendable () -> Void
  }

  private struct State {
    var sockets: [Int: Socket] = [:]
    var made = 0
    /// The pipe whose bytes wake the thread, while there is one.
    var pipe: WakePipe?
  }

  private let state = Locked(State())

  /// Watches a socket until it is removed.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the socket. It is removed before it is closed, or by what is called when that fails.
  ///   - ready: Called on the thread when the socket can be read, takes more, or has failed.
  /// - Returns: The number of the socket; nil if the process has no more descriptors.
  func add(_ descriptor: Int32, _ ready: @escaping @Sendable () -> Void) -> Int? {
    state.withLock { state in
      state.made += 1
      if let pipe = state.pipe {
        state.sockets[state.made] = Socket(descriptor: descriptor, ready: ready)
        pipe.wake()
      } else {
        guard let pipe = WakePipe() else { return nil }
        state.sockets[state.made] = Socket(descriptor: descriptor, ready: ready)
        state.pipe = pipe
        let thread = Thread { [self] in work(pipe) }
        thread.name = "FlowPostgres"
        thread.start()
      }
      return state.made
    }
  }

  /// Says whether what is called waits until the socket takes more.
  func setWriting(_ isWriting: Bool, of number: Int) {
    state.withLock { state in
      guard let socket = state.sockets[number], socket.isWriting != isWriting else { return }
      state.sockets[number]?.isWriting = isWriting
      state.pipe?.wake()
    }
  }

  /// Doesn't watch a socket any more. A call for it may still be under way.
  func remove(_ number: Int) {
    state.withLock { state in
      guard state.sockets.removeValue(forKey: number) != nil else { return }
      state.pipe?.wake()
    }
  }

  private func work(_ pipe: WakePipe) {
    var numbers: [Int] = []
    var waits: [pollfd] = []
    var isChanged = true
    while true {
      if isChanged {
        pipe.drain()
        guard let sockets = sockets() else { return }
        numbers = sockets.map(\.number)
        waits = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
        for (_, socket) in sockets {
          let events = socket.isWriting ? POLLIN | POLLOUT : POLLIN
          waits.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
        }
      }
      guard poll(&waits, nfds_t(waits.count), -1) > 0 else { continue }
      isChanged = waits[0].revents != 0
      for (number, wait) in zip(numbers, waits.dropFirst()) where wait.revents != 0 {
        // It may have been removed meanwhile.
        let ready = state.withLock { $0.sockets[number]?.ready }
        ready?()
      }
    }
  }

  /// Returns the sockets; nil if there are none, and the thread ends.
  private func sockets() -> [(number: Int, socket: Socket)]? {
    state.withLock { state in
      if state.sockets.isEmpty {
        state.pipe = nil
        return nil
      }
      return state.sockets.map { ($0.key, $0.value) }
    }
  }
}

/// A pipe whose bytes wake the thread that waits for them.
private final class WakePipe: Sendable {
  let reading: Int32
  private let writing: Int32

  /// Returns nil if the process has no more descriptors.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// A full pipe wakes, too.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}
