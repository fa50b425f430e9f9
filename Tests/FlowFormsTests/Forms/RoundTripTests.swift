import FlowChains
import FlowForms
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

struct RoundTripTests {
  @Test(
    "A value that becomes an entry is read again as the same value, the entry stays the same, and a durable run accepts both"
  )
  func values() async throws {
    let check = try #require(FlowStepDeclaration.form(Sample.form, identifier: "sample").step.durability.check)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var value = Sample.random(using: &random)
      let entry = Sample.form.entry(of: value)
      var typed = entry
      typed["password"] = .text(value.password)
      let read = try Sample.form.read(typed)
      #expect(read == value)
      try await check(try Sample.form.answer(typed), ())
      value.password = ""
      #expect(Sample.form.entry(of: read) == entry)
    }
  }

  @Test("A number is the one that was entered, with its digits")
  func digits() throws {
    func weight(_ text: String) throws -> Double? {
      var entry = Sample.entry
      entry["weight"] = .text(text)
      return try Sample.form.read(entry).weight
    }
    #expect(try weight("9007199254740992") == 9_007_199_254_740_992)
    #expect(try weight("1,234.50") == 1_234.5)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let number = Double(Int.random(in: -9_999_999_999...9_999_999_999, using: &random)) / 100_000
      #expect(try weight("\(number)") == number)
    }
  }

  @Test("An entry survives JSON, as texts and arrays of texts")
  func json() throws {
    var entry = Sample.entry
    entry["days"] = ["mon", "fri"]
    let json = try JSONEncoder().encode(entry)
    #expect(try JSONDecoder().decode(FormEntry.self, from: json) == entry)
    #expect(
      try JSONDecoder().decode(FormEntry.self, from: Data(#"{"a":"x","b":["y"]}"#.utf8)) == ["a": "x", "b": ["y"]])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormEntry.self, from: Data(#"{"a":1}"#.utf8)) }
  }

  @Test("A number that isn't finite leaves its field empty")
  func notFinite() {
    for number in [Double.nan, .infinity, -.infinity] {
      var value = Sample()
      (value.weight, value.ratio, value.price) = (number, .nan, .nan)
      let entry = Sample.form.entry(of: value)
      #expect(entry.text("weight").isEmpty && entry.text("ratio").isEmpty && entry.text("price").isEmpty)
    }
  }

  @Test("An outline survives JSON")
  func outline() throws {
    let json = try JSONEncoder().encode(Sample.form.outline)
    #expect(try JSONDecoder().decode(FormOutline.self, from: json) == Sample.form.outline)
  }

  @Test("An answer has the value with the password, and the entry as typed without it and without unknown names")
  func answer() throws {
    var entry = Sample.entry
    entry["price"] = "£12,5"
    entry["csrf"] = "x"
    let answer = try Sample.form.answer(entry)
    #expect(answer.value.password == "secret")
    #expect(answer.value.price == Decimal(string: "12.5"))
    #expect(answer.entry["password"] == nil && answer.entry["csrf"] == nil)
    #expect(answer.entry.text("price") == "£12,5")
  }

  @Test("A date has the text of ISO 8601, and only a day of the calendar is one")
  func dates() throws {
    #expect(FormDate("0987-06-05")?.description == "0987-06-05")
    #expect(FormDate(year: 1900, month: 2, day: 29) == nil && FormDate(year: 2000, month: 2, day: 29) != nil)
    #expect(FormDate("2026-1-1") == nil && FormDate("2026/01/01") == nil)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormDate.self, from: Data(#""2026-13-01""#.utf8)) }
  }
}

extension Sample {
  /// Returns a value that the form accepts.
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> Sample {
    func text(_ length: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: length, using: &random)).map { _ in "abcé한🎈\"<&'".randomElement(using: &random) ?? "x" })
    }
    func decimal(_ places: Int) -> Decimal {
      Decimal(sign: .plus, exponent: -places, significand: Decimal(Int.random(in: 0...100_000, using: &random)))
    }
    func maybe<Some>(_ value: @autoclosure () -> Some) -> Some? { Bool.random(using: &random) ? value() : nil }
    var value = Sample()
    value.name = text(1...30)
    value.nickname = maybe(text(1...5))
    value.note = maybe(text(1...20) + "\n" + text(1...20))
    value.email = "\(Int.random(in: 0...99, using: &random))@example.org"
    value.phone = maybe("+44 \(Int.random(in: 100...99_999, using: &random))")
    value.guests = Int.random(in: 1...12, using: &random)
    value.weight = maybe(Double(bitPattern: random.next())).flatMap { $0.isFinite ? $0 : nil }
    value.ratio = maybe(decimal(5))
    value.price = decimal(2)
    value.born = maybe(FormDate(year: Int.random(in: 1_900...2_025, using: &random), month: 2, day: 28)) ?? nil
    value.speed = Bool.random(using: &random) ? .standard : .express
    value.backup = maybe(.express)
    value.country = Bool.random(using: &random) ? "UK" : "other"
    value.days = [.mon, .fri].filter { _ in Bool.random(using: &random) }
    value.tags = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
    value.gift = value.speed == .standard && Bool.random(using: &random)
    value.password = text(4...9)
    value.photo = maybe(file)
    return value
  }
}
