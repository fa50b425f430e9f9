import FlowForms
import Foundation

/// A value with a member for each kind of field, and its form.
struct Sample: Codable, Sendable, Equatable {
  enum Speed: String, CaseIterable, Codable { case standard, express }
  enum Day: String, CaseIterable, Codable { case mon, wed, fri }

  var name = ""
  var nickname: String?
  var note: String?
  var email = ""
  var phone: String?
  var guests = 1
  var weight: Double?
  var ratio: Decimal?
  var price: Decimal = 0
  var born: FormDate?
  var speed = Speed.standard
  var backup: Speed?
  var country = "UK"
  var days: [Day] = []
  var tags: [String] = []
  var gift = false
  var password = ""
  var photo: FormFile?

  static let form = FlowForm(Sample(), "Where does it go?") { field in
    field.text("name", \.name, "Your name").autocomplete(.name)
    field.text("nickname", \.nickname, "Nickname").limit(5)
    field.text("note", \.note, "Note", lines: 4).limit(100)
    field.email("email", \.email, "Email address").hint("We send the receipt there")
    field.phone("phone", \.phone, "Telephone")
    field.number("guests", \.guests, "Guests", from: 1, to: 12)
    field.number("weight", \.weight, "Weight")
    field.number("ratio", \.ratio, "Ratio", from: 0)
    field.money("price", \.price, "Price", currency: "GBP", to: 1_000)
    field.date("born", \.born, "Birthday", from: FormDate("1900-01-01"), to: FormDate("2026-11-24"))
    field.choice("speed", \.speed, "How fast?") { $0 == .express ? "Tomorrow" : "In three days" }
    field.choice("backup", \.backup, "Otherwise")
    field.choice(
      "country", \.country, "Country", options: [.init("UK", "United Kingdom"), .init("other", "Elsewhere")])
    field.choices("days", \.days, "Days", to: 2)
    field.choices("tags", \.tags, "Tags", options: [.init("a"), .init("b"), .init("c")])
    field.toggle("gift", \.gift, "It is a gift")
    field.password("password", \.password, "Password") { $0.count < 4 ? "Choose a longer password." : nil }
    field.file("photo", \.photo, "Photo", types: ["image/*"], maximumSize: 2_000_000)
  }.checking { sample in
    sample.speed == .express && sample.gift ? [.form("A gift can't be sent by express.")] : []
  }

  /// An entry without problems.
  static let entry: FormEntry = [
    "name": "Ada", "email": "ada@example.org", "price": "12.50", "guests": "2", "speed": "standard", "country": "UK",
    "password": "secret",
  ]

  static let file = FormFile(name: "a.png", mediaType: "image/png", size: 12, digest: String(repeating: "0", count: 64))

  /// Returns the sentences for an entry that differs from ``entry`` in one answer.
  static func sentences(_ name: String, _ answer: FormEntry.Answer?) -> [String] {
    var entry = entry
    entry[name] = answer
    do {
      _ = try form.read(entry)
      return []
    } catch {
      return error.problems.map(\.sentence)
    }
  }
}
