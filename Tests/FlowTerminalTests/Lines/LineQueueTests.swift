import Testing

@testable import FlowTerminal

@Suite("LineQueue")
struct LineQueueTests {
  @Test("The queue asks for one read, however many requests there are")
  func oneRead() {
    var queue = makeQueue()
    #expect(queue.request(ignore).action.reads)
    #expect(!queue.request(ignore).action.reads)
  }

  @Test("The queue continues reading while a request is open, and then stops")
  func readsOnDemand() {
    var queue = makeQueue()
    _ = queue.request(ignore)
    _ = queue.request(ignore)
    #expect(queue.received(bytes("a\nb")).reads)
    let action = queue.received(bytes("c\nd\n"))
    #expect(action.deliveries.map(\.input) == .lines("bc"))
    #expect(!action.reads)
  }

  @Test("The queue serves a request from a line that was typed ahead, without reading")
  func typedAhead() {
    var queue = makeQueue()
    _ = queue.request(ignore)
    _ = queue.received(bytes("a\nb\n"))
    let action = queue.request(ignore).action
    #expect(action.deliveries.map(\.input) == .lines("b"))
    #expect(!action.reads)
    #expect(queue.request(ignore).action.reads)
  }

  @Test("The queue keeps the line of a withdrawn request for the next request")
  func withdrawn() {
    var queue = makeQueue()
    let first = queue.request(ignore).number
    #expect(queue.withdraw(first) == true)
    #expect(queue.withdraw(first) == false)
    #expect(!queue.request(ignore).action.reads)
    #expect(queue.received(bytes("a\n")).deliveries.map(\.input) == .lines("a"))
  }

  @Test("The queue stops reading when its only request was withdrawn")
  func withdrawnStopsReading() {
    var queue = makeQueue()
    let number = queue.request(ignore).number
    _ = queue.withdraw(number)
    let action = queue.received(bytes("a"))
    #expect(action.deliveries.isEmpty)
    #expect(!action.reads)
  }

  @Test("A request that was served cannot be withdrawn")
  func served() {
    var queue = makeQueue()
    let number = queue.request(ignore).number
    _ = queue.received(bytes("a\n"))
    #expect(queue.withdraw(number) == false)
  }

  @Test("The end of input answers every request, also a later one, and ends the reading")
  func end() {
    var queue = makeQueue()
    for _ in 0..<3 { _ = queue.request(ignore) }
    let action = queue.received(bytes("a"))
    #expect(action.reads)
    #expect(queue.received([]).deliveries.map(\.input) == [.line("a"), .endOfInput, .endOfInput])
    let late = queue.request(ignore).action
    #expect(late.deliveries.map(\.input) == [.endOfInput])
    #expect(!late.reads)
  }

  @Test("A line that does not end is the end of input")
  func hopeless() {
    var queue = makeQueue()
    for _ in 0..<2 { _ = queue.request(ignore) }
    #expect(
      queue.received([UInt8](repeating: 0, count: 10)).deliveries.map(\.input) == [.refused(.tooLong(maximum: 8))])
    let action = queue.received([UInt8](repeating: 0, count: 30))
    #expect(action.deliveries.map(\.input) == [.endOfInput])
    #expect(!action.reads)
  }

  private let ignore: LineQueue.Deliver = { _ in }

  private func makeQueue() -> LineQueue {
    LineQueue(splitter: LineSplitter(maximumLineLength: 8, skipLimit: 20))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
