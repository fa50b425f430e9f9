import FlowDocuments
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// Changed documents, compared with an oracle that says whether one is valid.
@Suite(.usesOneThread)
struct MutatedDocumentTests {
  private static let expressions: [JSONValue] = [
    "@{eq(name.first, 'Ada')}", "@{eq(name.middle, null)}", "@{and(not(isNull(name.middle)), eq(name.middle, 'x'))}",
    "@{isNull(papers)}", "@{and(not(isNull(papers)), gt(papers.pages, 3))}", "@{gt(fee.cents, 10)}", "@{fee.cents}",
    "@{condition(isNull(name.middle), 'none', name.middle)}", "@{contains(country.country, 'UK')}", "@{true}",
    "@{eq(fee.state, 'open')}", "@{eq(fee.state, 'gone')}", "@{sum(fee.cents, 5)}", "@{length(name.first)}",
    "@{or(eq(country.country, 'UK'), eq(country.country, 'other'))}", "@{unknown(1)}", "@{gt(name.first, 1)}",
    "@{and(true)}", "@{not(1)}", "@{concat(name.first, name.middle)}", "@{concat(name.middle)}", "@{apology}",
    "@{country.country.code}", "@{eq(name.first, 1)}", "@{isNull(fee.id)}",
  ]

  private static let seeds = [
    Passport.text, Passport.document(Passport.form),
    Passport.document(
      #"{"id":"a","page":{"title":"A"},"routes":[{"to":"b","when":"@{true}"},{"to":"c"}]},"#
        + #"{"id":"b","page":{"title":"B"},"routes":[{"to":"a"}]},{"id":"c","page":{"title":"C"},"end":true}"#),
    Passport.document(
      #"{"id":"name","form":{"fields":[{"name":"first"},{"name":"day","type":"date","from":"2026-01-01"},"#
        + #"{"name":"sum","type":"money","currency":"GBP","from":1,"to":5},{"name":"days","type":"choices","options":["a","b"],"from":1}]},"#
        + #""within":"5m","routes":[{"to":"fee","when":"late"}]},"#
        + #"{"id":"fee","use":"charge","with":{"cents":5},"routes":[{"to":"name","when":"@{gt(fee.cents, 10)}"},{"to":"end"}]}"#
    ),
    Passport.document(
      #"{"id":"name","form":{"fields":[{"name":"first"}]},"routes":[{"to":"fee","when":"@{true}"}]},"#
        + #"{"id":"country","page":{"title":"C"},"routes":[{"to":"back","when":"@{true}"}],"end":true},"#
        + #"{"id":"fee","use":"charge","with":{"cents":5},"routes":[{"to":"back"}]}"#),
  ]

  @Test("A changed document is read if it is valid, and refused otherwise")
  func oracle() throws {
    var generator = SeededGenerator(seed: 390)
    let seeds = try Self.seeds.map { try JSONValue(parsing: $0) }
    for seed in seeds { #expect(DocumentOracle.isValid(seed)) }
    let registry = Passport.registry()
    var valid = 0
    for _ in 0..<trials(100_000, debug: 5_000, few: 2_000) {
      var document = seeds.randomElement(using: &generator) ?? .null
      if Int.random(in: 0..<4, using: &generator) > 0 {
        document = Mutation.of(document, with: Self.expressions, upTo: 2, &generator)
      }
      // A condition that is replaced alone leaves more documents valid than any change does.
      if Bool.random(using: &generator), let changed = Self.withOtherCondition(document, &generator) {
        document = changed
      }
      let text = document.jsonText
      let isRead = (try? FlowDocument(parsing: text, for: registry)) != nil
      valid += isRead ? 1 : 0
      #expect(isRead == DocumentOracle.isValid(document), "\(text) \(Passport.problems(text))")
    }
    #expect(valid > 100)
  }

  /// Replaces a condition, or the input of a step, by another expression.
  private static func withOtherCondition(
    _ document: JSONValue, _ generator: inout some RandomNumberGenerator
  ) -> JSONValue? {
    guard case .object(var members) = document, case .array(var steps)? = members["steps"],
      let place = steps.indices.randomElement(using: &generator), case .object(var step) = steps[place]
    else { return nil }
    let expression = expressions.randomElement(using: &generator) ?? .null
    if step["use"] == "charge", Bool.random(using: &generator) {
      step["with"] = ["cents": expression]
    } else {
      let targets: (JSONValue, JSONValue) = (
        Bool.random(using: &generator) ? "end" : "back", Bool.random(using: &generator) ? "next" : "back"
      )
      step["routes"] = [["to": targets.0, "when": expression], ["to": targets.1]]
    }
    steps[place] = .object(step)
    members["steps"] = .array(steps)
    return .object(members)
  }
}
