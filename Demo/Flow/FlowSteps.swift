import FlowDocuments
import FlowDurable
import FlowScreens
import Foundation

/// The steps of the demo that documents can use.
struct FlowSteps: Sendable {
  /// The input and the output of the step `say`.
  struct Saying: Codable, Sendable { var text: String }

  /// The output of the step `say`: nothing that a person has answered.
  struct Said: Codable, Sendable {}

  /// The input of the step `charge`.
  struct Charge: Codable, Sendable { var cents: Int }

  /// The output of the step `charge`.
  struct Payment: Codable, Sendable { var payment: String }

  /// The input and the output of the step `mail`.
  struct Letter: Codable, Sendable { var to: String, text: String }

  /// Prints a sentence. Repeating it does no harm.
  let say: @Sendable (_ text: String) throws -> Void
  /// Charges an amount. The bank recognizes a repetition by its key.
  let charge: @Sendable (_ cents: Int, _ key: String) throws -> Void
  /// Sends a letter. The post office recognizes nothing, so a repetition sends another letter. The key is only for records.
  let mail: @Sendable (_ letter: Letter, _ key: String) throws -> Void
  /// Returns the document of a screen by its address.
  let load: @Sendable (_ url: String) throws -> Data

  /// The steps by their names.
  var registry: FlowRegistry {
    let steps = self
    var registry = FlowRegistry()
    registry.loader { try steps.load($0) }
    registry.step("say", Saying.self, Said.self) { saying, _ in
      try steps.say(saying.text)
      return Said()
    }
    registry.step("charge", Charge.self, Payment.self) { charge, visit in
      try steps.charge(charge.cents, visit.key)
      return Payment(payment: "p-\(charge.cents)")
    }
    for (name, isAtMostOnce) in [("mail", false), ("mail-once", true)] {
      registry.step(name, Letter.self, Letter.self, atMostOnce: isAtMostOnce) { letter, visit in
        try steps.mail(letter, visit.key)
        return letter
      }
    }
    return registry
  }

  /// Steps that print what they do.
  static func printing(to sentences: Sentences, loading screens: ScreensBeside) -> FlowSteps {
    FlowSteps(
      say: { for line in $0.split(separator: "\n") { try sentences.say(String(line).printable) } },
      charge: { cents, _ in try sentences.say("Charged \(cents) cents.") },
      mail: { letter, _ in try sentences.say("Letter to \(letter.to): \(letter.text)".printable) },
      load: { try screens.load($0) })
  }
}
