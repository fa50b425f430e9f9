/// A document that is loaded in advance.
final class PrefetchedDocument {
  private var result: Result<String, any Error>?
  private var waiting: ((Result<String, any Error>) -> Void)?

  /// Whether loading failed. A failed document should be loaded again.
  var hasFailed: Bool {
    if case .failure = result { true } else { false }
  }

  /// Stores the result of the source.
  func take(_ result: Result<String, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    waiting?(result)
    waiting = nil
  }

  /// Calls a closure with the document once it's loaded.
  func whenThere(_ completion: @escaping (Result<String, any Error>) -> Void) {
    if let result { completion(result) } else { waiting = completion }
  }
}
