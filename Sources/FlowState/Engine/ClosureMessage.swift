/// A message that calls a closure.
final class ClosureMessage: Message {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  override func deliver() {
    body()
  }
}
