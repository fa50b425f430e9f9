import TestSupport
import Testing

@testable import FlowTerminal

@Suite("KeyReader")
struct KeyReaderTests {
  /// Starts a reader, and returns the batches of keys that it delivers.
  private func batches(of reader: KeyReader) -> AsyncStream<[Key]> {
    AsyncStream { feed in
      feed.finishPatiently(orSay: "The keys did not come to their end")
      reader.start { keys in
        if let keys { feed.yield(keys) } else { feed.finish() }
      }
    }
  }

  @Test("A reader delivers keys up to the end of input")
  func keys() async throws {
    let pipe = Pipe(reading: "a\u{1B}[A\u{1B}[20")
    let reader = try #require(KeyReader(input: pipe.readEnd))
    var keys: [Key] = []
    for await batch in batches(of: reader) { keys += batch }
    #expect(keys == [.character("a"), .up])
  }

  @Test("A lone escape is reported as the escape key when nothing follows it in time")
  func escape() async throws {
    // An escape is ready, then nothing follows, and then the reader is stopped.
    let waits = Guarded([KeyReader.Wait.ready, .timedOut, .woken])
    let asked = Guarded([Int]())
    let kernel = ScriptedCalls([.bytes([0x1B])])
    let reader = try #require(
      KeyReader(input: 0, calls: kernel.calls) { _, _, milliseconds in
        asked.withLock { $0.append(milliseconds) }
        return waits.withLock { $0.removeFirst() }
      })
    var iterator = batches(of: reader).makeAsyncIterator()
    #expect(await iterator.next() == [.escape])
    reader.stop()
    #expect(asked.withLock { $0 } == [-1, KeyReader.patience, -1])
  }

  @Test("A stopped reader reads no more input")
  func stopping() async throws {
    let pipe = Pipe()
    let reader = try #require(KeyReader(input: pipe.readEnd))
    var iterator = batches(of: reader).makeAsyncIterator()
    pipe.write("a")
    #expect(await iterator.next() == [.character("a")])
    reader.stop()
    pipe.write("for somebody else\n")
    pipe.closeWriteEnd()
    #expect(await LineReader(input: pipe.readEnd).next() == .line("for somebody else"))
  }

  @Test("A reader ends when the terminal hangs up", .enabled(if: PseudoTerminal.isAvailable))
  func hangUp() async throws {
    let terminal = try #require(PseudoTerminal())
    let reader = try #require(KeyReader(input: terminal.terminal))
    let batches = batches(of: reader)
    terminal.hangUp()
    for await _ in batches {}
    reader.stop()
  }
}
