import FlowDocuments

/// An order of a parcel, in two versions. The second one renames a step, adds one, removes an answer and a page, and asks for what was
/// optional.
enum Parcel {
  static let first = """
    { "flow": "parcel", "version": 1,
      "steps": [
        { "id": "country", "form": { "fields": [{ "name": "country", "type": "choice", "options": ["UK", "other"] }] },
          "routes": [{ "to": "apology", "when": "@{eq(country.country, 'other')}" }] },
        { "id": "name", "form": { "fields": [{ "name": "full" }] } },
        { "id": "delivery", "form": { "fields": [
          { "name": "speed", "type": "choice", "options": ["slow", "fast", "courier"] },
          { "name": "email", "type": "email", "optional": true }] } },
        { "id": "age", "form": { "fields": [{ "name": "years", "type": "integer" }] } },
        { "id": "fee", "use": "charge", "with": { "cents": "@{condition(lt(age.years, 18), 1000, 7500)}" } },
        { "id": "papers", "awaits": "PapersArrived", "within": "14d",
          "routes": [{ "to": "reminder", "when": "late" }, { "to": "end" }] },
        { "id": "reminder", "use": "mail", "with": { "to": "@{name.full}" }, "end": true },
        { "id": "apology", "page": { "title": "Sorry" }, "end": true } ] }
    """

  static let second = """
    { "flow": "parcel", "version": 2,
      "steps": [
        { "id": "country", "form": { "fields": [{ "name": "country", "type": "choice", "options": ["UK", "other"] }] },
          "routes": [{ "to": "sorry", "when": "@{eq(country.country, 'other')}" }] },
        { "id": "person", "formerly": ["name"], "form": { "fields": [{ "name": "first" }] } },
        { "id": "contact", "form": { "fields": [{ "name": "email", "type": "email" }] } },
        { "id": "delivery", "form": { "fields": [{ "name": "speed", "type": "choice", "options": ["slow", "fast"] }] } },
        { "id": "age", "form": { "fields": [{ "name": "years", "type": "integer" }] } },
        { "id": "fee", "use": "charge", "with": { "note": "@{contact.email}",
          "cents": "@{sum(condition(lt(age.years, 18), 1000, 7500), condition(eq(delivery.speed, 'fast'), 500, 0))}" } },
        { "id": "papers", "awaits": "PapersArrived", "within": "14d",
          "routes": [{ "to": "reminder", "when": "late" }, { "to": "end" }] },
        { "id": "reminder", "use": "mail", "with": { "to": "@{person.first}" }, "end": true },
        { "id": "sorry", "page": { "title": "Sorry" }, "end": true } ],
      "upgrades": [
        { "from": 1, "values": { "person": { "first": "@{name.full}" }, "contact": { "email": "@{delivery.email}" } } } ] }
    """

  static func document(_ text: String, _ registry: FlowRegistry = Passport.registry()) throws -> FlowDocument {
    try FlowDocument(parsing: text, for: registry)
  }
}
