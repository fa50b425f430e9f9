/// Which request gets which line, and when to read: the state of a ``LineReader``, without its queues.
struct LineQueue: Sendable {
  typealias Deliver = @Sendable (LineInput) -> Void

  /// What is to be done now.
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
  /// Whether a read is under way. It is not called off when its request is withdrawn; what it brings is kept.
  private var isReading = false
  /// Requests by number; the numbers from `oldest` to `newest` that are missing were withdrawn.
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

  /// False when the request has been given its answer already.
  mutating func withdraw(_ number: UInt64) -> Bool {
    waiting.removeValue(forKey: number) != nil
  }

  /// Takes what a read brought; nothing means that the input has ended.
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

  /// The oldest requests with their lines, as long as there are both.
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
