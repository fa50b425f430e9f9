import FlowDocuments
import FlowDurable
import FlowScreens
import Foundation

extension FlowRegistry {
  /// The steps and the message that documents can use.
  static var harmless: FlowRegistry {
    var registry = FlowRegistry()
    registry.step("say", Text.self, Text.self) { text, _ in
      // A step is done even if nobody reads its text any more. The call of Foundation that doesn't throw would trap then.
      try? FileHandle.standardOutput.write(contentsOf: Data("say: \(text.text.printable)\n".utf8))
      return text
    }
    registry.step("wait", Wait.self, Wait.self) { wait, _ in
      guard 0...Wait.longest ~= wait.seconds else { throw Failure(sentence: "A step waits for at most an hour.") }
      try await Task.sleep(for: .seconds(wait.seconds))
      return wait
    }
    registry.step("fail", Text.self, Text.self) { text, _ in throw Failure(sentence: text.text) }
    registry.message(Message.self)
    return registry
  }

  private struct Text: Codable, Sendable { var text: String }

  private struct Wait: Codable, Sendable {
    static let longest = 3_600.0

    var seconds: Double
  }

  private struct Message: DurableMessage {
    static let name = "message"

    var text: String
  }

  private struct Failure: Error, CustomStringConvertible {
    let sentence: String

    var description: String { sentence }
  }
}
