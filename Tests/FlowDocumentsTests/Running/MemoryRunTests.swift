import FlowDocuments
import FlowJSON
import FlowState
import Testing

/// Documents as flows in memory, answered line by line.
struct MemoryRunTests {
  @Test("The forms of a document are asked, with the sentences of forms, and back leads to the one before")
  func asking() async throws {
    let (result, written) = try await TypedLines.play(
      Passport.text, variant: "short", "UK", "back", "UK", "", "Ada", "-", "")
    #expect(result?["name"] == ["first": "Ada"])
    #expect(result?["fee"]?["cents"] == 0)
    #expect(written.contains("Where do you live?") && written.contains("Enter a text in 'First name'."))
  }

  @Test("Fields of all kinds give values that expressions read, and that are stored as JSON")
  func kinds() async throws {
    let text = Passport.document(
      #"{"id":"all","form":{"fields":[{"name":"a"},{"name":"b","type":"email"},{"name":"c","type":"phone"},"#
        + #"{"name":"d","type":"integer","from":1,"to":9},{"name":"e","type":"number"},"#
        + #"{"name":"f","type":"money","currency":"GBP","to":99},{"name":"g","type":"date","from":"2026-01-01"},"#
        + #"{"name":"h","type":"choice","options":["x",{"value":"y","label":"Y!"}]},"#
        + #"{"name":"i","type":"choices","options":["m","n"]},{"name":"j","type":"toggle"},"#
        + #"{"name":"k","type":"integer","optional":true},{"name":"l","lines":3,"limit":10,"hint":"Say more","optional":true}]}}"#
    )
    let (result, _) = try await TypedLines.play(
      text, "A", "a@b.example", "12345", "3", "2.0", "12.50", "2026-02-03", "Y!", "m, n", "y", "-", "-", "")
    #expect(
      result?["all"] == [
        "a": "A", "b": "a@b.example", "c": "12345", "d": 3, "e": 2, "f": 12.5, "g": "2026-02-03", "h": "y",
        "i": ["m", "n"], "j": true,
      ])
  }

  @Test(
    "The first route whose condition is true is taken", arguments: [("2", "First"), ("4", "Second"), ("3", "None")])
  func routes(number: String, title: String) async throws {
    let text = Passport.document(
      #"{"id":"a","form":{"fields":[{"name":"n","type":"integer"}]},"routes":["#
        + #"{"to":"first","when":"@{eq(a.n, 2)}"},{"to":"second","when":"@{not(eq(a.n, 3))}"}]},"#
        + #"{"id":"none","page":{"title":"None"},"end":true},{"id":"first","page":{"title":"First"},"end":true},"#
        + #"{"id":"second","page":{"title":"Second"}}"#)
    let (_, written) = try await TypedLines.play(text, number, "")
    #expect(["First", "Second", "None"].filter(written.contains) == [title], "\(written)")
  }

  @Test(
    "A condition that depends on a value that can't be computed isn't taken",
    arguments: [
      ("and(eq(a.kind, 'vip'), SLOW)", false), ("not(or(eq(a.kind, 'x'), SLOW))", false), ("not(SLOW)", false),
      ("or(eq(a.kind, 'vip'), SLOW)", true), ("not(and(eq(a.kind, 'x'), SLOW))", true),
    ])
  func uncomputed(condition: String, isTaken: Bool) async throws {
    let condition = condition.replacing("SLOW", with: "match(a.code, '(a+)+$')")
    let text = Passport.document(
      #"{"id":"a","form":{"fields":[{"name":"kind"},{"name":"code"}]},"routes":[{"to":"vip","when":"@{\#(condition)}"}]},"#
        + #"{"id":"plain","page":{"title":"Plain"},"end":true},{"id":"vip","page":{"title":"Very important"}}"#)
    let (_, written) = try await TypedLines.play(text, "vip", String(repeating: "a", count: 190) + "!", "")
    #expect(written.contains("Very important") == isTaken, "\(written)")
    #expect(written.contains("Plain") != isTaken)
  }

  @Test("A step that awaits a message fails in memory, with a sentence")
  func awaits() async throws {
    let text = Passport.document(#"{"id":"papers","awaits":"PapersArrived"}"#)
    let error = await #expect(throws: FlowError.self) { try await TypedLines.play(text) }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains("awaits the message 'PapersArrived', which only a durable run receives")
    )
  }
}
