import FlowDocuments
import TestSupport
import Testing

/// Experiments between documents.
@Suite(.usesOneThread)
struct DocumentExperimentTests {
  private struct Visitor: Codable, Sendable {
    var age: Int
    var country: String?
  }

  private typealias Arm = DocumentExperiment<Visitor>.Arm

  private func document(_ name: String) throws -> FlowDocument {
    try FlowDocument(
      parsing: #"{"flow":"\#(name)","version":1,"steps":[{"id":"p","page":{"title":"P"}}]}"#, for: Passport.registry())
  }

  @Test("A unit gets a document whose condition it fulfills, by the weights, and always the same one")
  func drawing() throws {
    let arms = [
      Arm(try document("short"), weight: 1, when: "@{and(gte(age, 18), not(isNull(country)), eq(country, 'NL'))}"),
      Arm(try document("long"), weight: 3),
    ]
    let experiment = try DocumentExperiment("checkout", for: Visitor.self, arms)
    func names(_ visitor: Visitor) -> [String: Int] {
      (0..<4_000).reduce(into: [:]) { $0[experiment.document(for: "user-\($1)", visitor).identifier, default: 0] += 1 }
    }
    #expect(names(Visitor(age: 17, country: "NL")) == ["long": 4_000])
    #expect(names(Visitor(age: 18)) == ["long": 4_000])
    let drawn = names(Visitor(age: 18, country: "NL"))
    #expect(900...1_100 ~= drawn["short"] ?? 0)
    #expect(names(Visitor(age: 30, country: "NL")) == drawn)
  }

  @Test("The problems of an experiment are reported at once")
  func problems() throws {
    let (short, long) = (try document("short"), try document("long"))
    let error = #expect(throws: DocumentExperimentError.self) {
      try DocumentExperiment(
        "checkout", for: Visitor.self,
        [
          Arm(short, weight: 0, when: "@{gte(ages, 18)}"), Arm(long, when: "@{eq(age, 'x', 1)}"),
          Arm(long, when: "late"),
          Arm(try document("third"), when: "@{age}"), Arm(try document("fourth"), when: "@{gte(country, 2)}"),
        ])
    }
    #expect(
      error?.problems == [
        #"The condition of 'short' is not as expected: expected a member of the subject: "age" or "country", found "ages"."#,
        #"The condition of 'long' is not as expected: expected 2 arguments of "eq", found 3."#,
        "Two documents have the flow 'long'. Give each a name of its own.",
        #"The condition of 'long' is not as expected: expected an expression, such as "@{gte(age, 18)}", found the string "late"."#,
        #"The condition of 'third' is not as expected: expected an expression whose value is a bool, found an integer, the value of "@{age}"."#,
        #"The condition of 'fourth' is not as expected: expected a number for "gte", found a string that can be missing."#,
        "Each document has a condition, so a unit can get none. Give one of them no condition.",
        "Variant 1 ('short') of experiment 'checkout' has the weight 0.0; a weight is a finite number greater than zero.",
      ])
    let empty = #expect(throws: DocumentExperimentError.self) { try DocumentExperiment("x", for: Visitor.self, []) }
    #expect(
      empty?.problems == [
        "Each document has a condition, so a unit can get none. Give one of them no condition.",
        "Experiment 'x' has no variants.",
      ])
  }
}
