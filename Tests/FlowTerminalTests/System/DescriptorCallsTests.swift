import Glibc
import Testing

@testable import FlowTerminal

@Suite("DescriptorCalls")
struct DescriptorCallsTests {
  @Test("A read is repeated after an interruption, and waits if there is nothing yet")
  func readRetries() {
    let script = ScriptedCalls([.fails(EINTR), .fails(EAGAIN), .fails(EINTR), .bytes([1, 2])])
    #expect(read(script) == [1, 2])
    #expect(script.waits == [.reading])
  }

  @Test("Any other error of a read is the end of input", arguments: [EBADF, EIO, EISDIR, ENOTCONN])
  func readFails(code: CInt) {
    #expect(read(ScriptedCalls([.fails(code), .bytes([1])])) == [])
  }

  @Test("A read that cannot wait reports the end of input")
  func cannotWait() {
    var calls = ScriptedCalls([.fails(EAGAIN), .bytes([1])]).calls
    calls.wait = { _, _ in .failed(ENOMEM) }
    var buffer: [UInt8] = [0]
    #expect(buffer.withUnsafeMutableBytes { calls.readSome(from: 0, into: $0) } == 0)
  }

  @Test("A write continues after an interruption, a short write and a full pipe")
  func writeRetries() throws {
    let script = ScriptedCalls([.fails(EINTR), .takes(2), .fails(EAGAIN), .takes(0), .takes(1)])
    try "abcdef".utf8.withContiguousStorageIfAvailable { bytes in
      try script.calls.writeAll(UnsafeRawBufferPointer(bytes), to: 1)
    }
    #expect(script.written == ["ab", "", "c", "def"])
    #expect(script.waits == [.writing])
  }

  @Test("A failed write throws an error with the code", arguments: [EPIPE, ENOSPC, EBADF])
  func writeFails(code: CInt) {
    let script = ScriptedCalls([.takes(1), .fails(code)])
    #expect(throws: OutputFailure(code: code)) {
      try "abc".utf8.withContiguousStorageIfAvailable { bytes in
        try script.calls.writeAll(UnsafeRawBufferPointer(bytes), to: 1)
      }
    }
    #expect(script.written == ["a"])
  }

  private func read(_ script: ScriptedCalls) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 8)
    let count = buffer.withUnsafeMutableBytes { script.calls.readSome(from: 0, into: $0) }
    return Array(buffer[..<count])
  }
}
