#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// Reads keys from a descriptor until it is stopped. After that, it consumes no further byte.
final class KeyReader: Sendable {
  /// The result of waiting for input.
  enum Wait: Sendable, Equatable {
    case ready
    case timedOut
    case woken
  }

  /// The time in milliseconds to wait for the rest of a sequence. It is shorter than the time between two keystrokes.
  static let patience = 50

  private let input: CInt
  private let calls: DescriptorCalls
  private let wait: @Sendable (_ descriptor: CInt, _ wakeUp: CInt, _ milliseconds: Int) -> Wait
  /// The queue blocks until the user presses a key, so it has a thread outside the global pool.
  private let reading = DispatchQueue(label: "FlowTerminal.KeyReader")
  private let wakeUp: WakeUpPipe

  /// Creates a reader. Returns nil if the process has no free descriptors.
  convenience init?(input: CInt) {
    self.init(input: input, calls: .system, wait: Self.poll)
  }

  init?(
    input: CInt, calls: DescriptorCalls,
    wait: @escaping @Sendable (_ descriptor: CInt, _ wakeUp: CInt, _ milliseconds: Int) -> Wait
  ) {
    guard let wakeUp = WakeUpPipe() else { return nil }
    self.wakeUp = wakeUp
    self.input = input
    self.calls = calls
    self.wait = wait
  }

  /// Starts to read. Keys are delivered on a background queue. Nil means the end of the input.
  func start(_ deliver: @escaping @Sendable ([Key]?) -> Void) {
    reading.async { self.read(deliver) }
  }

  /// Stops reading, and returns when the last read has ended.
  func stop() {
    wakeUp.wake()
    reading.sync {}
  }

  private func read(_ deliver: @Sendable ([Key]?) -> Void) {
    var decoder = KeyDecoder()
    while true {
      let keys: [Key]
      switch wait(input, wakeUp.readEnd, decoder.isWaiting ? Self.patience : -1) {
      case .woken: return
      case .timedOut: keys = decoder.nothingFollowed()
      case .ready:
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
          count = calls.readSome(from: input, into: UnsafeMutableRawBufferPointer(buffer))
        }
        guard !bytes.isEmpty else { return deliver(nil) }
        keys = decoder.received(bytes)
      }
      if !keys.isEmpty { deliver(keys) }
    }
  }

  private static let poll: @Sendable (CInt, CInt, Int) -> Wait = { descriptor, wakeUp, milliseconds in
    var entries = [
      pollfd(fd: wakeUp, events: CShort(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0),
    ]
    while true {
      let count = systemPoll(&entries, milliseconds)
      if count < 0, errno == EINTR { continue }
      if entries[0].revents != 0 { return .woken }
      return count == 0 ? .timedOut : .ready
    }
  }
}

// A free function, because `poll` names a property inside the class.
private func systemPoll(_ entries: inout [pollfd], _ milliseconds: Int) -> CInt {
  poll(&entries, nfds_t(entries.count), CInt(milliseconds))
}

/// A pipe that wakes a thread that waits for a descriptor.
private final class WakeUpPipe: Sendable {
  let readEnd: CInt
  private let writeEnd: CInt

  init?() {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func wake() {
    var byte: UInt8 = 1
    while write(writeEnd, &byte, 1) < 0, errno == EINTR {}
  }
}
