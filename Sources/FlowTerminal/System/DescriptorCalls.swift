#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system calls for descriptors. A test can script their results.
struct DescriptorCalls: Sendable {
  enum Answer: Sendable, Equatable {
    case count(Int)
    case failed(CInt)
  }

  enum Direction: Sendable, Equatable {
    case reading
    case writing
  }

  var read: @Sendable (_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Answer
  var write: @Sendable (_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Answer
  /// Blocks until another attempt may succeed. The count has no meaning.
  var wait: @Sendable (_ descriptor: CInt, _ direction: Direction) -> Answer

  static let system = DescriptorCalls(
    read: { descriptor, buffer in
      JobControl.obeying(SIGTTIN) { answer(systemRead(descriptor, buffer.baseAddress, buffer.count)) }
    },
    write: { descriptor, buffer in
      answer(systemWrite(descriptor, buffer.baseAddress, buffer.count))
    },
    wait: { descriptor, direction in
      let events = direction == .reading ? POLLIN : POLLOUT
      var entry = pollfd(fd: descriptor, events: CShort(events), revents: 0)
      return answer(Int(poll(&entry, 1, -1)))
    }
  )

  /// Reads the available bytes, and blocks until there is at least one. Returns the number of bytes, or 0 at the end of
  /// the input.
  ///
  /// Every error is treated as the end: a closed descriptor, a directory, or a disconnected terminal delivers no more
  /// bytes.
  func readSome(from descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      switch read(descriptor, buffer) {
      case .count(let count): return count
      case .failed(let code):
        guard failure(after: code, on: descriptor, .reading) == nil else { return 0 }
      }
    }
  }

  /// Writes all bytes, with as many calls as needed.
  func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws(OutputFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(descriptor, UnsafeRawBufferPointer(rebasing: rest)) {
      case .count(let count): rest = rest.dropFirst(count)
      case .failed(let code):
        if let failure = failure(after: code, on: descriptor, .writing) { throw OutputFailure(code: failure) }
      }
    }
  }

  /// Returns nil if a failed call must be repeated, otherwise the code of the failure. If the call would have blocked,
  /// this method waits until the descriptor is ready.
  private func failure(after code: CInt, on descriptor: CInt, _ direction: Direction) -> CInt? {
    if code == EINTR { return nil }
    guard code == EAGAIN || code == EWOULDBLOCK else { return code }
    return switch wait(descriptor, direction) {
    case .count, .failed(EINTR): nil
    case .failed(let failure): failure
    }
  }
}

private func answer(_ result: Int) -> DescriptorCalls.Answer {
  result < 0 ? .failed(errno) : .count(result)
}

// Free functions, because `read` and `write` name properties inside the struct.
private func systemRead(_ descriptor: CInt, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, start, count)
}

private func systemWrite(_ descriptor: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
