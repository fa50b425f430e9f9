/// An open request for a line, made by ``LineReader/nextLine(_:)``.
///
/// ```swift
/// let request = reader.nextLine { input in handler.complete(input) }
/// if request.withdraw() { print("Never mind.") }
/// ```
///
/// Letting go of it changes nothing: the request stays open.
public struct LineRequest: Sendable {
  private let withdrawal: @Sendable () -> Bool

  init(withdrawal: @escaping @Sendable () -> Bool) {
    self.withdrawal = withdrawal
  }

  /// Takes the request back. The line that it would have got goes to the next request.
  ///
  /// May be called from any thread, as often as one likes, and returns at once.
  ///
  /// - Returns: True when this call withdrew the request: it will never be delivered. False when it had its answer
  ///   already (delivered, or about to be) or was withdrawn before.
  @discardableResult
  public func withdraw() -> Bool {
    withdrawal()
  }
}
