import FlowForms
import Foundation
import Testing

/// Entries that a client makes up.
struct ForgedEntryTests {
  private static let zeros = String(repeating: "0", count: 64)

  @Test("JSON of a client can't name a file, and the JSON of an answer can")
  func named() throws {
    let json = Data(#"{"photo":{"name":"x","mediaType":"image/png","size":1,"digest":"\#(Self.zeros)"}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormEntry.self, from: json) }
    var entry = Sample.entry
    entry["photo"] = .file(Sample.file)
    let answer = try Sample.form.answer(entry)
    let again = try JSONDecoder().decode(FormAnswer<Sample>.self, from: try JSONEncoder().encode(answer))
    #expect(again.entry == answer.entry)
    #expect(again.value == answer.value)
    #expect(AnyForm(Sample.form).entry(of: try AnyForm(Sample.form).answer(entry)) == answer.entry)
  }

  @Test(
    "A file whose reference no store of files gives is refused",
    arguments: [
      FormFile(name: "x\r\n", mediaType: "image/png", size: 1, digest: zeros),
      FormFile(name: "", mediaType: "image/png", size: 1, digest: zeros),
      FormFile(name: String(repeating: "x", count: 1_001), mediaType: "image/png", size: 1, digest: zeros),
      FormFile(name: "x", mediaType: "image/png\r\nX: y", size: 1, digest: zeros),
      FormFile(name: "x", mediaType: "image/png", size: -1, digest: zeros),
      FormFile(name: "x", mediaType: "image/png", size: 1, digest: "../secret"),
    ])
  func malformed(_ file: FormFile) {
    #expect(Sample.sentences("photo", .file(file)) == ["Choose a file for 'Photo'."])
  }

  @Test(
    "A media type can be any one, one of a kind, or a certain one, in any letters",
    arguments: [
      ("*/*", "image/png", true), ("image/*", "image/png", true), ("image/png", "IMAGE/PNG", true),
      ("image/png", "image/png;x=y", true), ("image/*", "text/plain", false), ("image/png", "image/gif", false),
    ])
  func types(_ pattern: String, _ type: String, _ isAccepted: Bool) {
    let form = FlowForm(Sample()) { field in field.file("photo", \.photo, "Photo", types: [pattern]) }
    let file = FormFile(name: "x", mediaType: type, size: 1, digest: Self.zeros)
    #expect((form.problem(of: "photo", in: ["photo": .file(file)]) == nil) == isAccepted)
  }

  @Test("The names of an entry from JSON are bounded")
  func names() throws {
    for (count, isRead) in [(256, true), (257, false)] {
      let json = Data("{\"\(String(repeating: "x", count: count))\":\"\"}".utf8)
      #expect(((try? JSONDecoder().decode(FormEntry.self, from: json)) != nil) == isRead)
    }
  }

  @Test("More answers than there are options aren't kept, and a switch has one text")
  func stuffed() {
    let pairs = (0..<100_000).map { _ in ("days", "") }
    let entry = FormEntry(posted: pairs, for: Sample.form.outline)
    #expect(entry.texts("days").count < 10)
    #expect(Sample.sentences("days", entry["days"]) == ["Choose from the answers to 'Days': mon, wed, fri."])
    #expect(Sample.sentences("days", ["", "mon"]) == [])
    #expect(Sample.sentences("gift", ["yes", "junk"]) == ["Answer 'It is a gift' with yes or no."])
    #expect(
      Sample.sentences("country", ["UK", "", ""])
        == ["Choose one of the answers to 'Country': United Kingdom, Elsewhere."])
  }
}
