import TestSupport
import Testing

@testable import FlowTerminal

extension LineReader {
  /// Returns the next input. If none comes, fails the test and returns the end of input.
  func next() async -> LineInput {
    do {
      return try await patiently("No line came") { resume in nextLine { resume($0) } }
    } catch {
      Issue.record(error)
      return .endOfInput
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
