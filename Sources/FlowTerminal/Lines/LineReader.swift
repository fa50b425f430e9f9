import Dispatch
import FlowState

/// Reads lines from a descriptor, one for each request, without blocking the caller.
///
/// ```swift
/// let reader = LineReader()
/// reader.nextLine { input in
///   if case .line(let name) = input { print("Hello \(name.printable)") }
/// }
/// ```
///
/// The reader serves requests in the order in which they are made. It keeps lines that arrive early for later requests,
/// and reads only while a request is open. Lines end with `\n` or `\r\n`; the last line needs no line end. The
/// descriptor can be a terminal, a pipe, a file, or closed. An input that can't be read is treated as ended, and so is
/// an input with a line that is more than 64 MiB over the maximum length.
///
/// Use one reader for each descriptor, because a second reader doesn't see the input that the first has read. A reader
/// that is released still serves its open requests. It doesn't close the descriptor.
public final class LineReader: Sendable {
  let input: CInt
  /// The order of the questions that the lines of this reader answer.
  let order = QuestionOrder()
  private let calls: DescriptorCalls
  private let lines: Locked<LineQueue>
  // Reading can block this queue until the user types. The queue has no target, so that it gets a thread outside the
  // global pool.
  private let reading = DispatchQueue(label: "FlowTerminal.LineReader.reading")
  private let delivering = DispatchQueue(label: "FlowTerminal.LineReader.delivering", target: .global())

  /// Creates a reader. It reads nothing until the first request.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from, standard input by default. Keep it open while there are open requests.
  ///   - maximumLineLength: The maximum number of bytes in a line, without its line end. Longer lines are refused.
  public convenience init(input: CInt = 0, maximumLineLength: Int = 65_536) {
    self.init(input: input, maximumLineLength: maximumLineLength, calls: .system)
  }

  init(input: CInt, maximumLineLength: Int, calls: DescriptorCalls) {
    requireUse(maximumLineLength > 0, "A line reader needs a maximum line length above 0, not \(maximumLineLength).")
    self.input = input
    self.calls = calls
    let splitter = LineSplitter(maximumLineLength: maximumLineLength)
    lines = Locked(LineQueue(splitter: splitter))
  }

  /// Requests the next line.
  ///
  /// You can call it from any thread, even from inside `deliver`. It returns immediately.
  ///
  /// - Parameter deliver: A closure that is called once, with the line or with the reason why there is no line, unless
  ///   the request is withdrawn. It is called on a background queue, after this method has returned, and never at the
  ///   same time as another request's closure. While it blocks, later requests wait.
  /// - Returns: The request, which you can withdraw.
  @discardableResult
  public func nextLine(_ deliver: @escaping @Sendable (LineInput) -> Void) -> LineRequest {
    let number = lines.withLock { lines in
      let (number, action) = lines.request(deliver)
      perform(action)
      return number
    }
    return LineRequest { [self] in lines.withLock { $0.withdraw(number) } }
  }

  /// Whether the reader isn't reading, and all input that it has read was taken, so that others can read from the
  /// descriptor.
  var isIdle: Bool { lines.withLock { $0.isIdle } }

  /// Continues reading after the end of the input. A terminal can have more input after Ctrl-D.
  func readOn() {
    lines.withLock { $0.readOn() }
  }

  /// Adds a line of keys that were read individually but not taken. The keys after it are for others.
  func add(_ keys: KeysAhead) {
    let text = keys.takeLine()
    guard !text.isEmpty else { return }
    lines.withLock { lines in perform(lines.add(Array(text.utf8))) }
  }

  /// Enqueues the action. It is called with the lock held, so that deliveries keep the order of the lines. User code
  /// is called later, on a queue.
  private func perform(_ action: LineQueue.Action) {
    for delivery in action.deliveries {
      delivering.async { delivery.deliver(delivery.input) }
    }
    if action.reads {
      reading.async { self.read() }
    }
  }

  private func read() {
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = calls.readSome(from: input, into: UnsafeMutableRawBufferPointer(buffer))
    }
    lines.withLock { lines in perform(lines.received(bytes)) }
  }
}
