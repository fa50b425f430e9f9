import Synchronization
import WebServing

/// The outcomes of the latest actions, so that a page can show an outcome after it was loaded again.
final class Notices: Sendable {
  private let sentences = Mutex<[(name: String, sentence: String)]>([])

  /// Stores a sentence, and returns the name for finding it.
  func add(_ sentence: String) -> String {
    let name = RandomToken.make()
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
