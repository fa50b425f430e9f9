import FlowChains
import FlowDocuments
import FlowForms
import FlowJSON
import Testing

/// Sentences of a document for answers that aren't accepted.
struct FormSentenceTests {
  private func form(_ language: String? = nil) throws -> AnyForm {
    let document = try FlowDocument(
      parsing: """
        { "flow": "f", "version": 1, "languages": ["en", "de"],
          "steps": [{ "id": "a", "form": { "fields": [
            { "name": "name", "missing": { "en": "Enter your name.", "de": "Wie heißen Sie?" } },
            { "name": "terms", "type": "choice",
              "options": ["yes", { "value": "no", "refusal": { "en": "Agree first.", "de": "Erst zustimmen." } }] },
            { "name": "days", "type": "choices", "options": ["mon", { "value": "sun", "refusal": "Closed." }] } ] } }] }
        """, for: FlowRegistry())
    return try #require(document.chain(language: language)["a"]?.form)
  }

  @Test("A missing answer and a refused option have the sentences of the document, in the reader's language")
  func sentences() throws {
    let english = try form()
    #expect(english.problem(of: "name", in: [:])?.sentence == "Enter your name.")
    #expect(english.problem(of: "terms", in: ["terms": "no"])?.sentence == "Agree first.")
    #expect(english.problem(of: "terms", in: [:])?.sentence == "Choose an answer to 'terms'.")
    #expect(english.problem(of: "days", in: ["days": ["mon", "sun"]])?.sentence == "Closed.")
    let german = try form("de")
    #expect(german.problem(of: "name", in: [:])?.sentence == "Wie heißen Sie?")
    #expect(german.problem(of: "terms", in: ["terms": "no"])?.sentence == "Erst zustimmen.")
    let value = try english.value(["name": "Ada", "terms": "yes", "days": ["mon"]])
    #expect(value == ["name": "Ada", "terms": "yes", "days": ["mon"]])
  }
}
