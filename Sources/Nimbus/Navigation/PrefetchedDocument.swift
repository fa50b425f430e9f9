/// A document that was asked for ahead.
final class PrefetchedDocument {
  private var result: Result<String, any Error>?
  private var waiting: ((Result<String, any Error>) -> Void)?

  /// Whether asking has failed, so that it is worth asking again.
  var hasFailed: Bool {
    if case .failure = result { true } else { false }
  }

  /// Takes what the source has given.
  func take(_ result: Result<String, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    waiting?(result)
    waiting = nil
  }

  /// Hands the document over as soon as it is there.
  func whenThere(_ completion: @escaping (Result<String, any Error>) -> Void) {
    if let result { completion(result) } else { waiting = completion }
  }
}
