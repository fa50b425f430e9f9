import FlowDocuments
import FlowDurable
import FlowJSON
import TestSupport

/// An application for a passport, as a document and as the steps of a program.
enum Passport {
  struct Charge: Codable, Sendable {
    var cents: Int
    var note: String?
  }

  struct Payment: Codable, Sendable {
    enum State: String, Codable, CaseIterable { case paid, open }

    var id: String
    var state: State
    var cents: Int
  }

  struct Letter: Codable, Sendable { var to: String? }

  struct PapersArrived: DurableMessage { var pages: Int }

  static let text = """
    { "flow": "passport", "version": 3,
      "steps": [
        { "id": "country",
          "form": { "title": "Where do you live?",
            "fields": [{ "name": "country", "type": "choice", "label": "Country", "options": ["UK", "other"] }] },
          "routes": [{ "to": "apology", "when": "@{eq(country.country, 'other')}" }] },
        { "id": "name",
          "form": { "fields": [{ "name": "first", "label": "First name" },
            { "name": "middle", "label": "Middle name", "optional": true }] } },
        { "id": "fee", "use": "charge", "with": { "cents": "@{condition(eq(name.first, 'Ada'), 0, 7500)}" },
          "timeout": "10s", "retry": { "attempts": 3, "backoff": "1s" },
          "routes": [{ "to": "apology", "when": "failed" }] },
        { "id": "papers", "awaits": "PapersArrived", "within": "14d",
          "routes": [{ "to": "reminder", "when": "late" }, { "to": "end" }] },
        { "id": "reminder", "use": "mail", "with": { "to": "@{concat(name.first, ' ', name.middle)}" }, "end": true },
        { "id": "apology", "page": { "title": "Sorry" }, "end": true } ],
      "variants": { "weights": { "short": 1, "long": 3 }, "orders": { "short": ["country", "name", "fee"] } } }
    """

  /// Records what the steps of the program did.
  final class Log: Sendable {
    private let entries = Guarded<[String]>([])
    var lines: [String] { entries.withLock { $0 } }
    func add(_ line: String) { entries.withLock { $0.append(line) } }
  }

  struct Declined: Error {}

  static func registry(_ log: Log = Log(), failing: @escaping @Sendable () -> Bool = { false }) -> FlowRegistry {
    var registry = FlowRegistry()
    registry.step("charge", Charge.self, Payment.self) { payment, visit in
      log.add("refund \(payment.cents) \(visit.key)")
    } _: { charge, visit in
      if failing() { throw Declined() }
      log.add("charge \(charge.cents)")
      return Payment(id: "p1", state: .paid, cents: charge.cents)
    }
    registry.step("mail", Letter.self, Letter.self) { letter, _ in
      log.add("mail \(letter.to ?? "-")")
      return letter
    }
    registry.message(PapersArrived.self)
    return registry
  }

  /// Returns the problems of a document.
  static func problems(_ text: String) -> [String] {
    do {
      _ = try FlowDocument(parsing: text, for: registry())
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Returns a document of some steps.
  static func document(_ steps: String, _ rest: String = "") -> String {
    #"{"flow":"f","version":1,"steps":["# + steps + "]" + rest + "}"
  }

  static let form =
    #"{"id":"name","form":{"fields":[{"name":"first"},{"name":"middle","optional":true},{"name":"age","type":"integer"},{"name":"days","type":"choices","options":["mon","fri"]},{"name":"gift","type":"toggle"}]}}"#
}
