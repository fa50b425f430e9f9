import Synchronization

/// The sentences about the latest actions, so that a page can say what came of one after it was loaded anew.
final class Notices: Sendable {
  private let sentences = Mutex<[(name: String, sentence: String)]>([])

  /// Keeps a sentence, and returns the name under which it is found.
  func add(_ sentence: String) -> String {
    let name = ConsoleToken.make()
    sentences.withLock { sentences in
      sentences.append((name, sentence))
      if sentences.count > 100 { sentences.removeFirst() }
    }
    return name
  }

  func sentence(_ name: String) -> String? {
    sentences.withLock { $0.first { $0.name == name }?.sentence }
  }
}
