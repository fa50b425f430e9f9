#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch
import Synchronization

/// The output of a live screen. A write that waits for the terminal can be abandoned.
///
/// It opens the terminal a second time, so that it can write without blocking. Other processes, such as the shell,
/// share the file description of the given descriptor, which must stay blocking for them.
final class LiveOutput: Sendable {
  /// The descriptor that it writes to.
  let descriptor: CInt
  private let output: TextOutput
  private let isAbandoned: Flag
  private let ownsDescriptor: Bool

  private final class Flag: Sendable {
    let value = Atomic(false)
  }

  init(_ given: TextOutput) {
    let flag = Flag()
    let own = Self.reopen(given.descriptor)
    let descriptor = own ?? given.descriptor
    var calls = given.calls
    let write = calls.write
    calls.write = { descriptor, bytes in
      flag.value.load(ordering: .acquiring) ? .failed(ECANCELED) : write(descriptor, bytes)
    }
    calls.wait = { descriptor, direction in
      // Wait in short intervals, to notice when the write is abandoned.
      var entry = pollfd(fd: descriptor, events: CShort(direction == .reading ? POLLIN : POLLOUT), revents: 0)
      while !flag.value.load(ordering: .acquiring) {
        let count = poll(&entry, 1, 50)
        if count != 0 { return count < 0 ? .failed(errno) : .count(1) }
      }
      return .failed(ECANCELED)
    }
    isAbandoned = flag
    ownsDescriptor = own != nil
    self.descriptor = descriptor
    output = TextOutput(descriptor: descriptor, calls: calls)
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  func write(_ text: String) throws(OutputFailure) {
    try output.write(text)
  }

  /// Creates the current write and all later writes fail. Returns when nothing is being written, or after a fifth of a
  /// second.
  func abandon() {
    isAbandoned.value.store(true, ordering: .releasing)
    output.waitForWrites(milliseconds: 200)
  }

  private static func reopen(_ descriptor: CInt) -> CInt? {
    var name = [CChar](repeating: 0, count: 256)
    guard isatty(descriptor) == 1, ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
    let copy = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard copy >= 0 else { return nil }
    var (given, opened) = (stat(), stat())
    if fstat(descriptor, &given) == 0, fstat(copy, &opened) == 0, given.st_rdev == opened.st_rdev { return copy }
    close(copy)
    return nil
  }
}
