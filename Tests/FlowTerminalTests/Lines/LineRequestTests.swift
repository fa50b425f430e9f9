import Dispatch
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("LineRequest")
struct LineRequestTests {
  @Test("A withdrawn request receives nothing, and the line goes to the next request")
  func withdrawn() async {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let request = reader.nextLine { Issue.record("The withdrawn request was delivered \($0).") }
    #expect(request.withdraw())
    #expect(!request.withdraw())
    pipe.write("a\nb\n")
    #expect(await reader.next() == .line("a"))
    #expect(await reader.next() == .line("b"))
  }

  @Test("Withdrawing a request keeps the order of the others")
  func middle() async throws {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let received = Guarded([LineInput]())
    try await patiently("The third request was not served") { resume in
      reader.nextLine { input in received.withLock { $0.append(input) } }
      let request = reader.nextLine { Issue.record("The withdrawn request was delivered \($0).") }
      reader.nextLine { input in
        received.withLock { $0.append(input) }
        resume(())
      }
      request.withdraw()
      pipe.write("a\nb\n")
    }
    #expect(received.withLock { $0 } == .lines("a", "b"))
  }

  @Test("A request cannot be withdrawn from inside its delivery")
  func tooLate() async throws {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let request = Guarded(LineRequest?.none)
    let result = try await patiently("The request was not served") { resume in
      let made = reader.nextLine { _ in
        resume(request.withLock { $0 }?.withdraw())
      }
      request.withLock { $0 = made }
      pipe.write("a\n")
    }
    #expect(result == false)
  }

  @Test("A request is either delivered or withdrawn when the two race, and no line is lost")
  func race() async {
    let pipe = Pipe()
    let reader = LineReader(input: pipe.readEnd)
    let writer = DispatchQueue(label: "writer")
    var numbers = SeededGenerator(seed: 2026)
    var faults: [String] = []
    var withdrawals = 0
    for trial in 0..<10_000 {
      // In a quarter of the trials the withdrawal comes first, in a quarter the delivery. In the others they race.
      let kind = numbers.next() % 4
      let writerDelay = numbers.next() % 400
      let withdrawalDelay = numbers.next() % 800
      let delivered = DispatchSemaphore(value: 0)
      let answer = Guarded(LineInput?.none)
      let request = reader.nextLine { input in
        answer.withLock { $0 = input }
        delivered.signal()
      }
      if kind == 0 {
        if !request.withdraw() { faults.append("trial \(trial): an open request could not be withdrawn") }
        pipe.write("\(trial)\n")
      } else {
        writer.async {
          spin(writerDelay)
          pipe.write("\(trial)\n")
        }
        if kind == 1 { await delivered.signalled() } else { spin(withdrawalDelay) }
      }
      if kind == 0 || request.withdraw() {
        withdrawals += 1
        let next = await reader.next()
        if next != .line("\(trial)") { faults.append("trial \(trial): the next request got \(next)") }
        if let input = answer.withLock({ $0 }) { faults.append("trial \(trial): withdrawn, and delivered \(input)") }
      } else {
        if kind != 1 { await delivered.signalled() }
        let input = answer.withLock { $0 }
        if input != .line("\(trial)") { faults.append("trial \(trial): delivered \(String(describing: input))") }
      }
    }
    #expect(faults.isEmpty)
    #expect(withdrawals > 2_000 && withdrawals < 8_000)
  }
}

/// Passes a little time without giving up the processor.
private func spin(_ turns: UInt64) {
  let turn = Atomic<UInt64>(0)
  while turn.wrappingAdd(1, ordering: .relaxed).newValue < turns {}
}

extension DispatchSemaphore {
  /// Waits on another thread.
  fileprivate func signalled() async {
    _ = await onThread { self.wait(orSay: "The request was not served") }
  }
}
