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
