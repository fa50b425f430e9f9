import FlowJSON
import FlowStateTesting
import Foundation
import TestSupport
import Testing

@testable import FlowDocuments

/// The page of vocabulary and the JSON Schema are those of the program.
@Suite(.usesOneThread)
struct VocabularyTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/FlowDocuments/FlowDocuments.docc")

  /// Compares a file with its text, or writes it.
  private func compare(_ file: String, _ text: String) throws {
    let url = Self.folder.appending(path: file)
    if ProcessInfo.processInfo.environment["FLOW_WRITE_DOCUMENTS"] != nil {
      try Data(text.utf8).write(to: url)
    }
    #expect(
      try String(contentsOf: url, encoding: .utf8) == text,
      "\(file) is out of date; FLOW_WRITE_DOCUMENTS=1 swift test --filter VocabularyTests writes it.")
  }

  @Test("The page of vocabulary is made from the table that reads documents")
  func page() throws { try compare("Vocabulary.md", Vocabulary.article) }

  @Test("The JSON Schema is made from the table that reads documents")
  func schema() throws {
    try compare("flow-document.schema.json", FlowDocument.schema.text(.pretty) + "\n")
  }

  @Test("The schema accepts the documents that are read")
  func accepts() throws {
    let check = SchemaCheck(FlowDocument.schema)
    #expect(check.accepts(try JSONValue(parsing: Passport.text)))
    #expect(check.accepts(try JSONValue(parsing: Passport.document(Passport.form))))
    #expect(check.accepts(try JSONValue(parsing: Kitchen.text)))
  }

  @Test("The schema and the program agree on documents that were changed at random")
  func agrees() throws {
    var generator = SeededGenerator(seed: 39)
    let check = SchemaCheck(FlowDocument.schema)
    let seeds = try [Passport.text, Passport.document(Passport.form), Kitchen.text, Parcel.second].map {
      try JSONValue(parsing: $0)
    }
    for _ in 0..<trials(20_000, debug: 4_000, few: 1_000) {
      let document = Mutation.of(seeds.randomElement(using: &generator) ?? .null, &generator)
      let problems = ProblemList()
      StructureCheck(problems: problems).check(document)
      let accepted = check.accepts(document)
      // The schema can't compare a date with the calendar, and reads only the form of a condition.
      #expect(accepted == problems.isEmpty, "\(document.jsonText) \(problems.found)")
      _ = try? FlowDocument(parsing: document.jsonText, for: Kitchen.registry())
    }
  }
}
