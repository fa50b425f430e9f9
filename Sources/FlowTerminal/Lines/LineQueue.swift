/// The state machine of a ``LineReader``: it matches requests with lines, and decides when to read.
struct LineQueue: Sendable {
  typealias Deliver = @Sendable (LineInput) -> Void

  /// The action that the reader takes.
  struct Action: Sendable {
    var deliveries: [Delivery] = []
    var reads = false
  }

  struct Delivery: Sendable {
    let input: LineInput
    let deliver: Deliver
  }

  private var splitter: LineSplitter
  private var hasEnded = false
  /// Whether a read is in progress. Withdrawing its request doesn't cancel it, and its bytes are kept.
  private(set) var isReading = false
  /// The open requests by number. Numbers between `oldest` and `newest` that are missing were withdrawn.
  private var waiting: [UInt64: Deliver] = [:]
  private var oldest: UInt64 = 0
  private var newest: UInt64 = 0

  init(splitter: LineSplitter) {
    self.splitter = splitter
  }

  mutating func request(_ deliver: @escaping Deliver) -> (number: UInt64, action: Action) {
    let number = newest
    waiting[number] = deliver
    newest += 1
    var action = Action(deliveries: matches())
    if !isReading, !waiting.isEmpty {
      isReading = true
      action.reads = true
    }
    return (number, action)
  }

  /// Removes a request. Returns false if it was answered or withdrawn before.
  mutating func withdraw(_ number: UInt64) -> Bool {
    waiting.removeValue(forKey: number) != nil
  }

  /// Continues reading after the end of the input.
  mutating func readOn() {
    if !splitter.isHopeless { hasEnded = false }
  }

  /// Receives the bytes of a read. No bytes means the end of the input.
  mutating func received(_ bytes: [UInt8]) -> Action {
    if bytes.isEmpty { hasEnded = true } else { splitter.append(bytes) }
    var deliveries = matches()
    if splitter.isHopeless, !hasEnded {
      hasEnded = true
      deliveries += matches()
    }
    isReading = !waiting.isEmpty
    return Action(deliveries: deliveries, reads: isReading)
  }

  /// Whether no read is in progress, and all input that has arrived was taken.
  var isIdle: Bool { !isReading && splitter.isEmpty }

  /// Adds bytes that were read elsewhere, such as keys that were typed ahead.
  mutating func add(_ bytes: [UInt8]) -> Action {
    splitter.append(bytes)
    return Action(deliveries: matches())
  }

  /// Matches the oldest requests with lines, as long as there are both.
  private mutating func matches() -> [Delivery] {
    var matches: [Delivery] = []
    while oldest < newest {
      guard let deliver = waiting[oldest] else {
        oldest += 1
        continue
      }
      guard let input = nextInput() else { break }
      waiting.removeValue(forKey: oldest)
      oldest += 1
      matches.append(Delivery(input: input, deliver: deliver))
    }
    return matches
  }

  private mutating func nextInput() -> LineInput? {
    if let input = splitter.next() { return input }
    return hasEnded ? splitter.last() ?? .endOfInput : nil
  }
}
