import Dispatch

/// Reads lines from a descriptor, one for each request, without ever blocking who asks.
///
/// ```swift
/// let reader = LineReader()
/// reader.nextLine { input in
///   if case .line(let name) = input { print("Hello \(name.printable)") }
/// }
/// ```
///
/// Requests are served in the order in which they were made. Lines that are there before anybody asks are kept for the
/// requests to come, and nothing is read while no request is open. Lines end with `\n` or `\r\n`; the last one need
/// not. It is all the same whether the descriptor is a terminal, a pipe, a file, or closed. An input that cannot be read
/// has ended, and so has one whose line goes on for 64 MiB past the maximum.
///
/// Use one reader for a descriptor: what one has read, another does not see. A reader that is released first serves the
/// requests that it has; it does not close the descriptor.
public final class LineReader: Sendable {
  private let input: CInt
  private let calls: DescriptorCalls
  private let lines: QueueConfined<LineQueue>
  // On this queue a thread may block for as long as the user thinks. It has no target, which gives it a thread beyond
  // those of the global pool.
  private let reading = DispatchQueue(label: "FlowTerminal.LineReader.reading")
  private let delivering = DispatchQueue(label: "FlowTerminal.LineReader.delivering", target: .global())

  /// Makes a reader; nothing is read yet.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from, standard input by default. It must stay open as long as requests are.
  ///   - maximumLineLength: How many bytes a line may have, without its line end. Longer ones are refused.
  public convenience init(input: CInt = 0, maximumLineLength: Int = 65_536) {
    self.init(input: input, maximumLineLength: maximumLineLength, calls: .system)
  }

  init(input: CInt, maximumLineLength: Int, calls: DescriptorCalls) {
    precondition(maximumLineLength > 0, "A line reader needs a maximum line length above 0, not \(maximumLineLength).")
    self.input = input
    self.calls = calls
    let splitter = LineSplitter(maximumLineLength: maximumLineLength)
    lines = QueueConfined(LineQueue(splitter: splitter), label: "FlowTerminal.LineReader")
  }

  /// Asks for the next line.
  ///
  /// May be called from any thread, also from inside `deliver`, and returns at once.
  ///
  /// - Parameter deliver: Called once with the line, or with the reason why there is none, unless the request is
  ///   withdrawn. It is called on a background queue, never before this method returns and never together with another
  ///   request's; as long as it blocks, later requests wait.
  /// - Returns: The request, by which it can be withdrawn.
  @discardableResult
  public func nextLine(_ deliver: @escaping @Sendable (LineInput) -> Void) -> LineRequest {
    let number = lines.withState { lines in
      let (number, action) = lines.request(deliver)
      perform(action)
      return number
    }
    return LineRequest { [lines] in lines.withState { $0.withdraw(number) } }
  }

  /// Puts the work on its queues. Called while the state is held, so that deliveries queue up in the order of the lines;
  /// user code runs later, when it is not.
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
    lines.withState { lines in perform(lines.received(bytes)) }
  }
}
