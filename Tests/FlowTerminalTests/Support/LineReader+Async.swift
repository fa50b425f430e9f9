import Dispatch
import TestSupport

@testable import FlowTerminal

extension LineReader {
  func next() async -> LineInput {
    await withCheckedContinuation { continuation in
      nextLine { continuation.resume(returning: $0) }
    }
  }

  /// Everything up to the end of input.
  func rest() async -> [LineInput] {
    var inputs: [LineInput] = []
    while true {
      let input = await next()
      guard input != .endOfInput else { return inputs }
      inputs.append(input)
    }
  }
}

extension [LineInput] {
  static func lines(_ lines: String...) -> [LineInput] { lines.map { .line($0) } }
}

/// Runs the body on as many threads of their own, and returns when all are through.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let group = DispatchGroup()
  for index in 0..<count {
    DispatchQueue(label: "test thread \(index)").async(group: group) { body(index) }
  }
  await withCheckedContinuation { continuation in
    group.notify(queue: .global()) { continuation.resume() }
  }
}
