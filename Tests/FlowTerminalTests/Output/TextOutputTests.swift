import Dispatch
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("TextOutput")
struct TextOutputTests {
  @Test("A text is written unchanged, and a line with a line end")
  func writes() throws {
    let pipe = Pipe()
    let output = TextOutput(descriptor: pipe.writeEnd)
    try output.write("Name: ")
    try output.writeLine("Bö")
    try output.writeLine()
    pipe.closeWriteEnd()
    #expect(String(decoding: pipe.readAll(), as: UTF8.self) == "Name: Bö\n\n")
  }

  @Test("A line is written in one call")
  func oneCall() throws {
    let script = ScriptedCalls()
    try TextOutput(descriptor: 1, calls: script.calls).writeLine("Name: Bo")
    #expect(script.written == ["Name: Bo\n"])
  }

  @Test("The lines of 8 threads are never mixed, although the system accepts a few bytes at a time")
  func eightThreads() async {
    let script = ScriptedCalls(Array(repeating: .takes(7), count: 10_000))
    let output = TextOutput(descriptor: 1, calls: script.calls)
    await onThreads(8) { thread in
      for _ in 0..<100 {
        #expect(throws: Never.self) { try output.writeLine(String(repeating: "\(thread)", count: 30)) }
      }
    }
    let lines = script.written.joined().split(separator: "\n")
    #expect(lines.count == 800)
    #expect(lines.allSatisfy { $0.count == 30 && Set($0).count == 1 })
  }

  @Test("An output waits for a slow reader of a non-blocking pipe")
  func slowReader() async throws {
    let pipe = Pipe()
    pipe.makeNonBlocking(pipe.writeEnd)
    let text = String(repeating: "0123456789", count: 50_000)
    async let all = withCheckedContinuation { continuation in
      DispatchQueue(label: "reader").async { continuation.resume(returning: pipe.readAll()) }
    }
    try TextOutput(descriptor: pipe.writeEnd).write(text)
    pipe.closeWriteEnd()
    #expect(await all == Array(text.utf8))
  }

  @Test("Writing to a pipe without a reader throws an error and does not end the process")
  func gone() throws {
    let pipe = Pipe()
    pipe.closeReadEnd()
    let failure = #expect(throws: OutputFailure.self) { try TextOutput(descriptor: pipe.writeEnd).writeLine("a") }
    #expect(failure?.code == EPIPE)
    #expect(failure?.isClosed == true)
  }

  @Test("Writing to a closed descriptor or a full disk throws an error")
  func failures() {
    let closed = #expect(throws: OutputFailure.self) { try TextOutput(descriptor: closedDescriptor).writeLine("a") }
    #expect(closed?.isClosed == true)
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let full = #expect(throws: OutputFailure.self) { try TextOutput(descriptor: descriptor).writeLine("a") }
    #expect(full?.isClosed == false)
    #expect(full?.description == "The text could not be written: No space left on device.")
  }
}
