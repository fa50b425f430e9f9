/// A request for a line, which ``LineReader/nextLine(_:)`` returns.
///
/// ```swift
/// let request = reader.nextLine { input in handler.complete(input) }
/// if request.withdraw() { print("Never mind.") }
/// ```
///
/// Releasing it doesn't withdraw the request.
public struct LineRequest: Sendable {
  private let withdrawal: @Sendable () -> Bool

  init(withdrawal: @escaping @Sendable () -> Bool) {
    self.withdrawal = withdrawal
  }

  /// Withdraws the request. Its line goes to the next request.
  ///
  /// You can call it from any thread, any number of times. It returns immediately.
  ///
  /// - Returns: True if this call withdrew the request, which then never receives an answer. False if the answer was
  ///   delivered or is about to be, or if the request was withdrawn earlier.
  @discardableResult
  public func withdraw() -> Bool {
    withdrawal()
  }
}
