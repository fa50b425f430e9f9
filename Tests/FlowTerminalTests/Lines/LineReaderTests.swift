import Dispatch
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("LineReader")
struct LineReaderTests {
  @Test("A reader reads a pipe to its end, and then reports the end each time")
  func pipe() async {
    let pipe = Pipe(reading: "download\r\n\nedit\nBö")
    let reader = LineReader(input: pipe.readEnd)
    #expect(await reader.rest() == .lines("download", "", "edit", "Bö"))
    #expect(await reader.next() == .endOfInput)
  }

  @Test("A reader assembles a line from single bytes")
  func byteByByte() async {
    let pipe = Pipe()
    let isAboutToRead = DispatchSemaphore(value: 0)
    var calls = DescriptorCalls.system
    calls.read = { descriptor, buffer in
      isAboutToRead.signal()
      return DescriptorCalls.system.read(descriptor, buffer)
    }
    let reader = LineReader(input: pipe.readEnd, maximumLineLength: 100, calls: calls)
    DispatchQueue(label: "writer").async {
      for byte in "é€😀\r\nB".utf8 {
        isAboutToRead.wait(orSay: "The reader did not read")
        pipe.write([byte])
      }
      isAboutToRead.wait(orSay: "The reader did not read")
      pipe.closeWriteEnd()
    }
    #expect(await reader.rest() == .lines("é€😀", "B"))
  }

  @Test("A reader reads a regular file")
  func file() async {
    var path = Array("/tmp/FlowTerminalTests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    unlink(path)
    defer { close(descriptor) }
    let text = (1...5_000).map { "line \($0)\n" }.joined()
    #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    lseek(descriptor, 0, SEEK_SET)
    #expect(await LineReader(input: descriptor).rest() == (1...5_000).map { .line("line \($0)") })
  }

  @Test("An unreadable descriptor is at the end of input", arguments: ["closed", "/dev/null", "/tmp", "write only"])
  func unreadable(what: String) async {
    let pipe = Pipe()
    let descriptor =
      switch what {
      case "closed": closedDescriptor
      case "write only": pipe.writeEnd
      default: open(what, O_RDONLY | O_CLOEXEC)
      }
    defer { if what.hasPrefix("/") { close(descriptor) } }
    let reader = LineReader(input: descriptor)
    #expect(await reader.next() == .endOfInput)
    #expect(await reader.next() == .endOfInput)
  }

  @Test("A reader ends on a device that has no line ends and no end")
  func endlessZeros() async {
    let descriptor = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let reader = LineReader(input: descriptor, maximumLineLength: 10)
    #expect(await reader.rest() == [.refused(.tooLong(maximum: 10))])
  }

  @Test(
    "A reader reads a terminal line by line until the user ends the input", .enabled(if: PseudoTerminal.isAvailable))
  func terminal() async throws {
    let pseudoTerminal = try #require(PseudoTerminal())
    let reader = LineReader(input: pseudoTerminal.terminal)
    pseudoTerminal.type("edit\nBo")
    #expect(await reader.next() == .line("edit"))
    pseudoTerminal.type("\n\u{4}")
    #expect(await reader.next() == .line("Bo"))
    #expect(await reader.next() == .endOfInput)
    pseudoTerminal.type("more\n")
    #expect(await reader.next() == .endOfInput)
  }

  @Test("A reader ends when the terminal hangs up", .enabled(if: PseudoTerminal.isAvailable))
  func hangUp() async throws {
    let pseudoTerminal = try #require(PseudoTerminal())
    let reader = LineReader(input: pseudoTerminal.terminal)
    async let input = reader.next()
    pseudoTerminal.hangUp()
    #expect(await input == .endOfInput)
  }

  @Test("A reader waits for a non-blocking descriptor")
  func nonBlocking() async {
    let pipe = Pipe()
    pipe.makeNonBlocking(pipe.readEnd)
    var calls = DescriptorCalls.system
    calls.wait = { descriptor, direction in
      pipe.write("late\n")
      return DescriptorCalls.system.wait(descriptor, direction)
    }
    let reader = LineReader(input: pipe.readEnd, maximumLineLength: 100, calls: calls)
    #expect(await reader.next() == .line("late"))
  }

  @Test("A reader reads only on request, and not while it still has lines")
  func readsOnDemand() async {
    let script = ScriptedCalls([.bytes(Array("a\nb\n".utf8)), .bytes(Array("c\n".utf8))])
    let reader = LineReader(input: 0, maximumLineLength: 100, calls: script.calls)
    #expect(script.reads == 0)
    #expect(await reader.next() == .line("a"))
    #expect(await reader.next() == .line("b"))
    #expect(script.reads == 1)
    #expect(await reader.next() == .line("c"))
    #expect(script.reads == 2)
  }

  @Test("A reader continues after lines that it refuses")
  func refusals() async {
    let pipe = Pipe()
    pipe.write(Array("a\0b\n".utf8) + [0xFF, 0x0A] + Array("far too long\nBo\n".utf8))
    pipe.closeWriteEnd()
    let inputs = await LineReader(input: pipe.readEnd, maximumLineLength: 8).rest()
    #expect(
      inputs == [.line("a\0b"), .refused(.invalidUTF8(byte: 1)), .refused(.tooLong(maximum: 8)), .line("Bo")])
  }

  @Test("A reader refuses an overlong line, and finds the line after it")
  func overlong() async {
    let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
    let pipe = Pipe()
    DispatchQueue(label: "writer").async {
      for _ in 0..<8 { pipe.write(megabyte) }
      pipe.write("\nBo\n")
      pipe.closeWriteEnd()
    }
    #expect(await LineReader(input: pipe.readEnd).rest() == [.refused(.tooLong(maximum: 65_536)), .line("Bo")])
  }

  @Test("A released reader serves its open requests")
  func released() async throws {
    let pipe = Pipe()
    let input = try await patiently("The request was not served") { resume in
      LineReader(input: pipe.readEnd).nextLine { resume($0) }
      pipe.write("a\n")
    }
    #expect(input == .line("a"))
  }

  @Test("A line can be requested from inside a delivery")
  func reentrant() async throws {
    let pipe = Pipe(reading: "a\nb\n")
    let reader = LineReader(input: pipe.readEnd)
    let input = try await patiently("The request was not served") { resume in
      reader.nextLine { _ in reader.nextLine { resume($0) } }
    }
    #expect(input == .line("b"))
  }

  @Test("Lines that arrive at once are delivered one at a time, in the order of the requests")
  func order() async throws {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let events = Guarded([LineInput]())
    try await patiently("The last request was not served") { resume in
      for number in 1...2_000 {
        reader.nextLine { input in
          // Appends twice, so that a concurrent delivery would appear between the two.
          for _ in 0..<2 { events.withLock { $0.append(input) } }
          if number == 2_000 { resume(()) }
        }
      }
      pipe.write((1...2_000).map { "\($0)\n" }.joined())
    }
    #expect(events.withLock { $0 } == (1...2_000).flatMap { [LineInput.line("\($0)"), .line("\($0)")] })
  }

  @Test("A reader delivers nothing while an earlier delivery is running")
  func oneAtATime() async throws {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let events = Guarded([LineInput]())
    try await patiently("The last request was not served") { resume in
      reader.nextLine { input in
        // Other work that is ready begins before the last of these turns.
        for _ in 0..<100 {
          let turn = DispatchSemaphore(value: 0)
          DispatchQueue.global().async { turn.signal() }
          turn.wait(orSay: "The turn did not come")
        }
        events.withLock { $0.append(input) }
      }
      reader.nextLine { input in
        events.withLock { $0.append(input) }
        resume(())
      }
      pipe.write("a\nb\n")
    }
    #expect(events.withLock { $0 } == .lines("a", "b"))
  }

  @Test("Each line is delivered to exactly one of the requests of 8 threads")
  func eightThreads() async throws {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let received = Guarded([LineInput]())
    let group = DispatchGroup()
    DispatchQueue(label: "writer").async {
      for number in 0..<4_000 { pipe.write("\(number)\n") }
      pipe.closeWriteEnd()
    }
    // 100 requests more than there are lines.
    for _ in 0..<4_100 { group.enter() }
    await onThreads(8) { thread in
      for _ in 0..<(thread == 0 ? 600 : 500) {
        reader.nextLine { input in
          received.withLock { $0.append(input) }
          group.leave()
        }
      }
    }
    try await patiently("The last request was not served") { resume in
      group.notify(queue: .global()) { resume(()) }
    }
    let inputs = received.withLock { $0 }
    #expect(inputs == (0..<4_000).map { .line("\($0)") } + Array(repeating: .endOfInput, count: 100))
  }
}
