import FlowForms
import Foundation
import Testing

/// Each kind of field, and each sentence that refuses an answer.
struct SentenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: FormEntry.Answer?
    let sentence: String

    init(_ name: String, _ answer: FormEntry.Answer?, _ sentence: String) {
      (self.name, self.answer, self.sentence) = (name, answer, sentence)
    }

    var testDescription: String { "\(name): \(sentence)" }
  }

  private static let name = "Enter a text in 'Your name'."
  private static let email = "Enter an email address in 'Email address', such as name@example.org."
  private static let phone = "Enter a telephone number in 'Telephone', such as +44 20 7946 0958."
  private static let guests = "Enter a whole number in 'Guests', such as 12."
  private static let weight = "Enter a number in 'Weight', such as 12 or 12.5."
  private static let price = "Enter an amount of GBP in 'Price', such as 12.50."
  private static let born = "Enter a date in 'Birthday', such as 2026-11-24."
  private static let bornRange = "Enter a date from 1900-01-01 to 2026-11-24 in 'Birthday'."
  private static let country = "Choose one of the answers to 'Country': United Kingdom, Elsewhere."
  private static let days = "Choose from the answers to 'Days': mon, wed, fri."
  private static let photoType = "Choose a file of one of these types for 'Photo': image/*."

  static let cases = [
    Case("name", nil, name), Case("name", "", name), Case("name", " \t ", name),
    Case("name", "\u{2060}", "Remove the invisible character U+2060 from 'Your name'."),
    Case("name", ["a", "b"], name), Case("name", .file(Sample.file), name),
    Case("name", .text(String(repeating: "x", count: 201)), "Enter at most 200 characters in 'Your name'."),
    Case(
      "name", .text("a" + String(repeating: "\u{301}", count: 2_500)), "Enter at most 200 characters in 'Your name'."),
    Case("name", "A\u{0}da", "Remove the invisible character U+0000 from 'Your name'."),
    Case("name", "A\nda", "Remove the invisible character U+000A from 'Your name'."),
    Case("name", "Ada\u{202E}x", "Remove the invisible character U+202E from 'Your name'."),
    Case("name", "A\u{200D}da", "Remove the invisible character U+200D from 'Your name'."),
    Case("name", "Ada\u{3164}", "Remove the invisible character U+3164 from 'Your name'."),
    Case("note", "a\n\u{FFA0}b", "Remove the invisible character U+FFA0 from 'Note'."),
    Case("name", "Ada\u{E0041}", "Remove the invisible character U+E0041 from 'Your name'."),
    Case("name", "🏴\u{E0067}\u{E0062}", "Remove the invisible character U+E0067 from 'Your name'."),
    Case("email", "ada\u{200D}@example.org", "Remove the invisible character U+200D from 'Email address'."),
    Case("ratio", "0.12345678901234567890", "Enter a number with fewer digits in 'Ratio'."),
    Case("ratio", "12345678901234567890", "Enter a number with fewer digits in 'Ratio'."),
    Case("nickname", "Charles", "Enter at most 5 characters in 'Nickname'."),
    Case("nickname", " Charle ", "Enter at most 5 characters in 'Nickname'."),
    Case("nickname", .text("Ada" + String(repeating: " ", count: 198)), "Enter at most 5 characters in 'Nickname'."),
    Case("note", .text(String(repeating: "x", count: 101) + "\n"), "Enter at most 100 characters in 'Note'."),
    Case("note", "a\n\u{1B}[2Jb", "Remove the invisible character U+001B from 'Note'."),
    Case("email", nil, email), Case("email", "ada", email), Case("email", "ada@", email),
    Case("email", "@example.org", email),
    Case("email", "ada@example", email), Case("email", "ada@.org", email), Case("email", "a da@example.org", email),
    Case("email", "a@b@example.org", email),
    Case(
      "email", .text(String(repeating: "x", count: 250) + "@example.org"),
      "Enter at most 254 characters in 'Email address'."),
    Case("phone", "12", phone), Case("phone", "call me", phone), Case("phone", "１２３４", phone),
    Case("guests", nil, guests), Case("guests", "two", guests), Case("guests", "1.5", guests),
    Case("guests", "１２", guests),
    Case("guests", "0", "Enter a whole number from 1 to 12 in 'Guests'."),
    Case("guests", "99999999999999999999", "Enter a whole number from 1 to 12 in 'Guests'."),
    Case("weight", "heavy", weight), Case("weight", "1,234", weight), Case("weight", "nan", weight),
    Case("weight", "0x1p4", weight),
    Case("weight", "9007199254740993", "Enter a number with fewer digits in 'Weight'."),
    Case("weight", "-0.1000000000000000055511151231257827", "Enter a number with fewer digits in 'Weight'."),
    Case("weight", "9007199254740993e0", "Enter a number with fewer digits in 'Weight'."),
    Case("weight", "1e-400", "Enter a number with fewer digits in 'Weight'."),
    Case("weight", "1e999", "Enter a number closer to zero in 'Weight'."),
    Case("ratio", "-0.5", "Enter a number of at least 0 in 'Ratio'."),
    Case("price", nil, price), Case("price", "12.505", price), Case("price", "1,234", price),
    Case("price", "1.234", price),
    Case("price", "12.5.0", price), Case("price", "€12", price), Case("price", "12.", price),
    Case("price", "1000.01", "Enter an amount of GBP from 0.00 to 1000.00 in 'Price'."),
    Case("price", "-1", "Enter an amount of GBP from 0.00 to 1000.00 in 'Price'."),
    Case("born", "2026-02-30", born), Case("born", "24.11.2026", born), Case("born", "0000-01-01", born),
    Case("born", "2025-02-29", born),
    Case("born", "yesterday", born), Case("born", "--", born),
    Case("born", "1899-12-31", bornRange), Case("born", "2026-11-25", bornRange),
    Case("speed", nil, "Choose an answer to 'How fast?'."), Case("speed", "", "Choose an answer to 'How fast?'."),
    Case("speed", "Tomorrow", "Choose one of the answers to 'How fast?': In three days, Tomorrow."),
    Case("backup", "slow", "Choose one of the answers to 'Otherwise': standard, express."),
    Case("country", "FR", country), Case("country", ["UK", "other"], country),
    Case("days", ["sun"], days), Case("days", ["mon", "mon", "mon", "mon"], days),
    Case("days", ["mon", "wed", "fri"], "Choose at most 2 answers to 'Days'."),
    Case("gift", "perhaps", "Answer 'It is a gift' with yes or no."),
    Case("password", nil, "Enter a password in 'Password'."), Case("password", "abc", "Choose a longer password."),
    Case("photo", "a.png", "Choose a file for 'Photo'."),
    Case(
      "photo", .file(FormFile(name: "a.png", mediaType: "image/png", size: 2_000_001, digest: Sample.file.digest)),
      "Choose a file of at most 2 MB for 'Photo'."),
    Case(
      "photo", .file(FormFile(name: "a.txt", mediaType: "text/plain", size: 1, digest: Sample.file.digest)), photoType),
    Case("photo", .file(FormFile(name: "a", mediaType: "imagex/png", size: 1, digest: Sample.file.digest)), photoType),
  ]

  @Test("A refused answer has one sentence, which names the field and says what to do", arguments: cases)
  func sentence(_ sample: Case) {
    #expect(Sample.sentences(sample.name, sample.answer) == [sample.sentence])
  }

  @Test(
    "An answer that a person may write in several ways is accepted",
    arguments: [
      ("name", "  Ada "), ("nickname", "Ada12 "), ("nickname", "\t Ada12\u{A0}\n"), ("nickname", "        "),
      ("name", "نام\u{200C}ها"), ("name", "👨‍👩‍👧"), ("name", "❤️‍🔥"), ("name", "ක්‍ෂ"), ("name", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ada"),
      ("ratio", "123456789012345.67"), ("ratio", "1234567890123456789"), ("note", "a\r\nb\tc\n"),
      ("phone", "+44 (0)20 7946-0958"),
      ("guests", "+2"), ("weight", "12,5"), ("weight", "1 234,5"), ("weight", "1.234.567"), ("weight", "1e-7"),
      ("weight", "1.234"), ("weight", "9007199254740992"), ("weight", "0.1"), ("weight", "1.10"), ("weight", "007"),
      ("weight", "0"), ("weight", "-0.00"), ("weight", "0.30000000000000004"), ("weight", "1e23"),
      ("weight", "100000000000000000000000"), ("weight", "12.50e3"),
      ("ratio", "1'234'567.25"), ("gift", "off"), ("price", "12"), ("price", "12,50"), ("price", "£12.50"),
      ("price", "GBP 1.0"),
      ("price", "12.5 GBP"),
      ("born", "2000-2-29"), ("born", "2026 11 24"), ("born", "2026/11/24"), ("gift", "ON"), ("photo", ""),
      ("born", ""),
    ])
  func accepted(_ name: String, _ text: String) {
    #expect(Sample.sentences(name, .text(text)) == [])
  }

  @Test("Several problems come in the order of the fields, and a check of the whole value comes after them")
  func order() throws {
    do {
      _ = try Sample.form.read(["guests": "0", "gift": "yes", "speed": "express"])
      Issue.record("An entry with problems was accepted.")
    } catch {
      #expect(error.problems.map(\.field) == ["name", "email", "guests", "price", "country", "password"])
    }
    var entry = Sample.entry
    (entry["gift"], entry["speed"]) = ("yes", "express")
    let problems = #expect(throws: FormProblems.self) { try Sample.form.read(entry) }
    #expect(problems?.problems == [.form("A gift can't be sent by express.")])
  }

  @Test("A sentence counts one as one, and a number of choices without a range as that number")
  func counts() {
    let form = FlowForm(Sample()) { field in
      field.text("name", \.name, "Name").limit(1)
      field.choices("days", \.days, "Days", from: 2, to: 2)
      field.choices("tags", \.tags, "Tags", options: [.init("a"), .init("b"), .init("c")], from: 1, to: 1)
      field.file("photo", \.photo, "Photo", maximumSize: 1)
      field.number("weight", \.weight, "Weight")
    }
    let entry: FormEntry = [
      "name": "Ada", "days": ["mon"], "tags": ["a", "b"], "photo": .file(Sample.file), "weight": "-1e999",
    ]
    let problems = #expect(throws: FormProblems.self) { try form.read(entry) }
    #expect(
      problems?.problems.map(\.sentence) == [
        "Enter at most 1 character in 'Name'.", "Choose 2 answers to 'Days'.", "Choose 1 answer to 'Tags'.",
        "Choose a file of at most 1 byte for 'Photo'.", "Enter a number closer to zero in 'Weight'.",
      ])
  }

  @Test(
    "An amount has as many decimal places as its currency, and marks that can only separate thousands do so",
    arguments: [
      ("JPY", "1,234", "1234"), ("JPY", "1.234", "1234"), ("JPY", "12.5", nil), ("UYI", "12", "12"),
      ("CLF", "1.2345", "1.2345"), ("BHD", "1.234", "1.234"), ("BHD", "1,234", nil), ("GBP", "1,234.50", "1234.5"),
    ])
  func places(_ currency: String, _ text: String, _ amount: String?) throws {
    let form = FlowForm(Sample()) { field in field.money("price", \.price, "Price", currency: currency) }
    #expect((try? form.read(["price": .text(text)]))?.price == amount.flatMap { Decimal(string: $0) })
  }

  @Test("A form has sentences of its own where it wants to")
  func saying() {
    let form = Sample.form.saying { reason, field in reason == .missing ? "\(field.label) fehlt." : nil }
    #expect(form.problem(of: "name", in: [:])?.sentence == "Your name fehlt.")
    #expect(form.problem(of: "email", in: ["email": "x"])?.sentence == Self.email)
  }
}
