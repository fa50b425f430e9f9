import Synchronization

/// A stand-in for the server of a shop, which says what it is asked for. It doesn't answer the first request for a payment.
final class Shop: Sendable {
  private struct State {
    var keys = 0
    var payments: Set<String> = []
    var isSilent = true
  }

  private let state = Mutex(State())
  private let say: @Sendable (String) throws -> Void

  init(saying say: @escaping @Sendable (String) throws -> Void) {
    self.say = say
  }

  /// Makes the key of a payment.
  func makeKey() -> String {
    state.withLock { state in
      state.keys += 1
      return "order-\(state.keys)"
    }
  }

  func shipping(to address: String) async throws -> Int { 350 }

  func tax(in address: String) async throws -> Int { 100 }

  func pay(_ charge: Checkout.Charge?) async throws -> Checkout.Payment? {
    guard let charge else { return nil }
    let isSilent = state.withLock { state in
      defer { state.isSilent = false }
      // The shop is paid, although its answer is lost.
      state.payments.insert(charge.key)
      return state.isSilent
    }
    guard isSilent else {
      try say("POST /payments/\(charge.key): paid")
      return Checkout.Payment(key: charge.key)
    }
    try say("POST /payments/\(charge.key): no answer")
    try await Task.sleep(for: .seconds(3_600))
    return nil
  }

  /// Pays a payment back, if there is one.
  func refund(_ key: String?) async throws {
    guard let key, state.withLock({ $0.payments.remove(key) }) != nil else { return }
    try say("DELETE /payments/\(key): paid back")
  }
}
