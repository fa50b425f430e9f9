import FlowForms
import FlowState
import Foundation
import TestSupport
import Testing

/// Entries that no person types. Reading takes time in proportion to them, and ends with sentences.
struct HostileEntryTests {
  private static let megabyte = 1_000_000

  @Test(
    "A text of a megabyte is refused in every field, at once and with a short sentence",
    arguments: [
      "x", " ", "1", "-", ".", ",", "a\u{301}\u{302}", "\u{0}", "\r\n", "\u{202E}", "👨‍👩‍👧", "@", "a@b.", "mon",
    ])
  func long(_ piece: String) {
    let text = String(repeating: piece, count: Self.megabyte / piece.utf8.count)
    // Marks that swap their order when texts are compared.
    let marks = "a" + String(repeating: "\u{316}\u{301}", count: Self.megabyte / 8)
    let duration = ContinuousClock().measure {
      for field in Sample.form.outline.fields {
        for answer: FormEntry.Answer in [.text(text), .texts([text, text]), .text(marks)] {
          let sentences = Sample.sentences(field.name, answer)
          #expect(sentences.count == 1, "\(field.name)")
          #expect(sentences.allSatisfy { $0.utf8.count < 200 }, "\(field.name)")
        }
      }
    }
    #expect(duration < .seconds(30))
  }

  @Test("A hundred thousand unknown names and repeated options don't slow a form down, and are dropped")
  func names() {
    let pairs =
      (0..<100_000).map { ("field\($0)", "x") } + [("name", "Ada"), ("name", "Bob")]
      + (0..<100_000).map { _ in ("days", "mon") } + [(String(repeating: "a\u{301}", count: 100_000), "x")]
    let duration = ContinuousClock().measure {
      let entry = FormEntry(posted: pairs, for: Sample.form.outline)
      #expect(entry.answers.count == 2)
      #expect(entry.text("name") == "Ada")
      #expect(Sample.form.problem(of: "days", in: entry)?.reason == .notAnOption)
    }
    #expect(duration < .seconds(30))
  }

  @Test("A page can post a date in three parts, which are shown again as typed")
  func dates() throws {
    func posted(_ year: String, _ month: String, _ day: String) -> FormEntry {
      FormEntry(posted: [("born-day", day), ("born-month", month), ("born-year", year)], for: Sample.form.outline)
    }
    #expect(Sample.form.problem(of: "born", in: posted("2000", "2", "29")) == nil)
    #expect(Sample.form.problem(of: "born", in: posted("", "", "")) == nil)
    #expect(Sample.form.problem(of: "born", in: posted("2001", "2", "29"))?.reason == .malformed)
    #expect(Sample.form.problem(of: "born", in: posted(" 2000", "2 ", "\t29")) == nil)
    #expect(posted("20", "", "x-y").dateParts("born") == ("20", "", "x-y"))
    #expect(FormEntry().dateParts("born") == ("", "", ""))
    #expect(Sample.form.entry(of: try Sample.form.read(Sample.entry)).dateParts("born") == ("", "", ""))
  }

  @Test("A form with two fields of one name traps with a sentence, and so does a field without a name")
  func duplicates() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowForm(Sample(), "Twice") { field in
        field.text("name", \.name, "Your name")
        field.email("name", \.email, "Email")
      }
    }
    expectSaid(result, "Form 'Twice' has two fields 'name'.")
    let part = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowForm(Sample(), "Parts") { field in
        field.text("born-year", \.name, "Your name")
        field.date("born", \.born, "Birthday")
      }
    }
    expectSaid(part, "Form 'Parts' has two fields 'born-year'.")
    let nameless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowForm(Sample(), "Nameless") { field in field.text("", \.name, "Your name") }
    }
    expectSaid(nameless, "Field 'Your name' of form 'Nameless' has no name.")
  }
}
