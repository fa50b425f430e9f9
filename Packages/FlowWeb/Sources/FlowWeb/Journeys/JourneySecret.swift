import FlowForms
import Foundation
import WebServing

/// The secret of a journey: 128 random bits, which only the cookie of a browser has.
///
/// The store and the addresses have digests of it, from which it can't be found. So the server keeps nothing.
struct JourneySecret: Sendable, Hashable {
  /// The secret as 32 hexadecimal digits.
  let text: String

  /// Creates a new secret.
  static func make() -> JourneySecret { JourneySecret(unchecked: RandomToken.make()) }

  /// Creates a secret from its text; nil if it can't be one.
  init?(_ text: some StringProtocol) {
    guard JourneySecret.isHexadecimal(text) else { return nil }
    self.init(unchecked: String(text))
  }

  private init(unchecked text: String) { self.text = text }

  /// The name of the journey that begins with the secret: the key of its run, and a part of its addresses.
  var journey: String { digest("journey") }
  /// The token of the forms that are for this secret.
  var formToken: String { digest("form") }
  /// The name under which a run knows the secret, if it isn't the one with which the run began.
  var mark: String { digest("mark") }

  /// Returns the token of a start page that was made for this secret, and that has a number of its own.
  func startToken(_ number: String) -> String { digest("start \(number)") }

  /// Returns a secret that only those who have a key can find.
  static func derived(_ purpose: String, from key: String, _ parts: String...) -> JourneySecret {
    let parts = ([key] + parts).map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
    return JourneySecret(unchecked: digest(purpose, parts))
  }

  /// Returns the secret that follows from this one. It can't be found without a key that only the servers have.
  func next(_ key: String, _ salt: String) -> JourneySecret {
    .derived("next", from: key, text, salt)
  }

  /// Whether a text could be a secret or the name of a journey.
  static func isHexadecimal(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  private func digest(_ purpose: String) -> String { Self.digest(purpose, text) }

  private static func digest(_ purpose: String, _ text: String) -> String {
    String(FormFile.digest(of: Data("\(purpose):\(text)".utf8)).prefix(32))
  }
}

/// The cookie of a journey: its name, and a secret.
struct JourneyCookie: Sendable, Hashable {
  let journey: String
  let secret: JourneySecret

  /// Creates the cookie of a journey that begins with a secret.
  init(_ secret: JourneySecret) {
    self.init(secret.journey, secret)
  }

  init(_ journey: String, _ secret: JourneySecret) {
    self.journey = journey
    self.secret = secret
  }

  /// Reads the value of a cookie; nil if it isn't one.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, JourneySecret.isHexadecimal(parts[0]), let secret = JourneySecret(parts[1]) else {
      return nil
    }
    self.init(String(parts[0]), secret)
  }

  /// The value of the cookie.
  var text: String { "\(journey).\(secret.text)" }
}
