import Glibc
import Synchronization

/// A pipe that a test writes to or reads from. Ends that the test leaves open are closed with the value.
final class Pipe: Sendable {
  let readEnd: CInt
  let writeEnd: CInt
  private let readIsOpen = Atomic(true)
  private let writeIsOpen = Atomic(true)

  init(reading: String? = nil) {
    var ends: [CInt] = [-1, -1]
    let result = pipe(&ends)
    precondition(result == 0, "no pipe: \(errno)")
    readEnd = ends[0]
    writeEnd = ends[1]
    if let reading {
      write(reading)
      closeWriteEnd()
    }
  }

  deinit {
    closeWriteEnd()
    closeReadEnd()
  }

  func write(_ text: String) {
    write(Array(text.utf8))
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
      precondition(count > 0, "the pipe does not take the bytes: \(errno)")
      rest = rest.dropFirst(count)
    }
  }

  func closeWriteEnd() {
    if writeIsOpen.exchange(false, ordering: .acquiringAndReleasing) { close(writeEnd) }
  }

  func closeReadEnd() {
    if readIsOpen.exchange(false, ordering: .acquiringAndReleasing) { close(readEnd) }
  }

  func makeNonBlocking(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Everything up to the end of input.
  func readAll() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }
}

/// A descriptor number that is above the limit of a process, so that nothing uses it.
let closedDescriptor: CInt = 1_000_000
