import Foundation

/// A thread that waits for the sockets of connections, and calls the closures that read them.
///
/// An answer wakes only this thread. A Dispatch source would wake two threads for each answer, which takes longer than
/// the server needs for an append. The thread exists while there are sockets.
final class SocketLoop: Sendable {
  private struct Socket {
    let descriptor: Int32
    var isWriting = false
    let ready: @Sendable () -> Void
  }

  private struct State {
    var sockets: [Int: Socket] = [:]
    var made = 0
    /// The pipe that wakes the thread; nil while there is no thread.
    var pipe: WakePipe?
  }

  private let state = Locked(State())

  /// Watches a socket until it is removed.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the socket. Remove it before you close it, or, if it has failed, in the call of
  ///     `ready`.
  ///   - ready: Called on the thread when the socket can be read, accepts more data, or has failed.
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

  /// Sets whether data waits until a socket accepts more.
  func setWriting(_ isWriting: Bool, of number: Int) {
    state.withLock { state in
      guard let socket = state.sockets[number], socket.isWriting != isWriting else { return }
      state.sockets[number]?.isWriting = isWriting
      state.pipe?.wake()
    }
  }

  /// Stops watching a socket. A call for it may still be in progress.
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
        // The socket may have been removed in the meantime.
        let ready = state.withLock { $0.sockets[number]?.ready }
        ready?()
      }
    }
  }

  /// Returns the sockets; nil if there are none, so that the thread ends.
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

/// A pipe that wakes the thread that waits for its bytes.
private final class WakePipe: Sendable {
  let reading: Int32
  private let writing: Int32

  /// Creates a pipe; returns nil if the process has no more descriptors.
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

  /// Wakes the thread. If the pipe is full, the thread wakes anyway.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}
