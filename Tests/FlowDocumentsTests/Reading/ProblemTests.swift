import FlowDocuments
import Testing

/// Every problem of a document is a sentence with its place.
struct ProblemTests {
  @Test("All problems are reported at once", arguments: cases)
  func sentences(_ name: String, _ text: String, _ expected: [String]) {
    #expect(Passport.problems(text) == expected)
  }

  @Test("A document can't await a message of a program that has none")
  func noMessages() {
    let text = Passport.document(#"{"id":"p","page":{"title":"P"}},{"id":"q","awaits":"Papers"}"#)
    let error = #expect(throws: FlowDocumentError.self) { try FlowDocument(parsing: text, for: FlowRegistry()) }
    #expect(
      error?.problems.map(\.expected) == ["no step that awaits, because the program has no messages"])
  }

  private static let page = #"{"id":"p","page":{"title":"P"}}"#

  static let cases: [(String, String, [String])] = [
    (
      "not JSON", #"{"flow": "f","#,
      [
        #"Line 1, column 14, $: expected the name of a member, found the end of the text."#
      ]
    ),
    (
      "too deep", String(repeating: "[", count: 100),
      [
        #"Line 1, column 65, $: expected at most 64 levels of arrays and objects, found one more."#
      ]
    ),
    (
      "not an object", "[]",
      [
        #"Line 1, column 1, $: expected an object, found an empty array."#
      ]
    ),
    (
      "wrong types",
      "{\"flow\": 5, \"version\": \"1\",\n \"steps\": [{\"id\": 7, \"page\": {\"title\": true}, \"end\": 1}, 3]}",
      [
        #"Line 1, column 10, $.flow: expected a name of letters, digits, "_", "-", "." and spaces that begins with a letter, found the integer 5."#,
        #"Line 1, column 24, $.version: expected an integer from 1 to 1000000000, found the string "1"."#,
        #"Line 2, column 19, $.steps[0].id: expected a name of letters, digits and "_" that begins with a letter, found the integer 7."#,
        #"Line 2, column 40, $.steps[0].page.title: expected a string, or an object with texts by language, found the bool true."#,
        #"Line 2, column 54, $.steps[0].end: expected a bool, found the integer 1."#,
        #"Line 2, column 58, $.steps[1]: expected an object, found the integer 3."#,
      ]
    ),
    (
      "the same name twice",
      "{\"flow\":\"f\",\"version\":1,\"steps\":[{\"id\":\"q\",\"id\":\"p\",\n \"page\":{\"title\":\"P\",\"t\\u0069tle\":\"P\"}}],\n \"flow\":\"g\"}",
      [
        #"Line 1, column 49, $.steps[0].id: expected each name once in an object, found this one again."#,
        #"Line 2, column 35, $.steps[0].page.title: expected each name once in an object, found this one again."#,
        #"Line 3, column 9, $.flow: expected each name once in an object, found this one again."#,
      ]
    ),
    (
      "nothing there", "{}",
      [
        #"Line 1, column 1, $.flow: expected the member "flow", found nothing."#,
        #"Line 1, column 1, $.version: expected the member "version", found nothing."#,
        #"Line 1, column 1, $.steps: expected the member "steps", found nothing."#,
      ]
    ),
    (
      "unknown members",
      Passport.document(#"{"id":"p","page":{"title":"P","text":"x"},"color":"red"}"#, #","extra":1"#),
      [
        #"Line 1, column 71, $.steps[0].page.text: expected a member of the page: "title", found "text"."#,
        #"Line 1, column 84, $.steps[0].color: expected a member of the page step: "id", "page", "routes", "end", "final" or "formerly", found "color"."#,
        #"Line 1, column 100, $.extra: expected a member of the document: "flow", "version", "steps", "languages", "upgrades" or "variants", found "extra"."#,
      ]
    ),
    (
      "no kind", Passport.document(#"{"id":"p"},{"id":"q","page":{"title":"P"},"use":"mail"}"#),
      [
        #"Line 1, column 34, $.steps[0]: expected one of the members "form", "page", "use", "awaits", "stepkit", "nimbus" or "hub", found none of them."#,
        #"Line 1, column 45, $.steps[1]: expected one of the members "form", "page", "use", "awaits", "stepkit", "nimbus" or "hub", found "page" and "use"."#,
      ]
    ),
    (
      "no steps", #"{"flow":"f","version":1,"steps":[]}"#,
      [
        #"Line 1, column 33, $.steps: expected an array that isn't empty, found an empty array."#
      ]
    ),
    (
      "names", Passport.document(#"{"id":"2p","page":{"title":"P"}},{"id":"end","page":{"title":"P"}}"#),
      [
        #"Line 1, column 40, $.steps[0].id: expected a name of letters, digits and "_" that begins with a letter, found the string "2p"."#,
        #"Line 1, column 73, $.steps[1].id: expected another id than "next", "back" or "end", which routes use, found the string "end"."#,
      ]
    ),
    (
      "same ids", Passport.document(page + "," + page),
      [
        #"Line 1, column 72, $.steps[1].id: expected an id of its own, found "p", the id of $.steps[0]."#
      ]
    ),
    (
      "same fields",
      Passport.document(
        #"{"id":"p","form":{"fields":[{"name":"a"},{"name":"a"},{"name":"b","type":"choice","options":["x","x",{"value":"x"}]}]}}"#
      ),
      [
        #"Line 1, column 83, $.steps[0].form.fields[1].name: expected a name of its own, found "a", the name of another field."#,
        #"Line 1, column 131, $.steps[0].form.fields[2].options[1]: expected a value of its own, found "x", the value of another option."#,
        #"Line 1, column 144, $.steps[0].form.fields[2].options[2].value: expected a value of its own, found "x", the value of another option."#,
      ]
    ),
    (
      "options without a value",
      Passport.document(
        #"{"id":"p","form":{"fields":[{"name":"b","type":"choice","options":["","x"]},{"name":"c","type":"choices","options":[{"value":""}]},{"name":"d","type":"choice","optional":true,"options":["","x"]},{"name":"e","type":"choices","options":["","x"],"from":2}]}}"#
      ),
      [
        #"Line 1, column 101, $.steps[0].form.fields[0].options[0]: expected a value, found the string ""."#,
        #"Line 1, column 284, $.steps[0].form.fields[3].from: expected at most the number of options with a value, 1, found the integer 2."#,
      ]
    ),
    (
      "kinds of fields",
      Passport.document(
        #"{"id":"p","form":{"fields":[{"name":"a","type":"colour"},{"name":"b","type":"toggle","optional":true},{"name":"c","type":"choice"},{"name":"d","type":"money","currency":"eur"},{"name":"e","type":"date","from":"2026-02-30"}]}}"#
      ),
      [
        #"Line 1, column 81, $.steps[0].form.fields[0].type: expected "text", "email", "phone", "password", "integer", "number", "money", "date", "choice", "choices", "toggle" or "file", found the string "colour"."#,
        #"Line 1, column 130, $.steps[0].form.fields[1].optional: expected a member of the toggle field: "name", "type", "label", "hint", "missing" or "autocomplete", found "optional"."#,
        #"Line 1, column 136, $.steps[0].form.fields[2].options: expected the member "options", found nothing."#,
        #"Line 1, column 203, $.steps[0].form.fields[3].currency: expected the code of a currency, such as "GBP", found the string "eur"."#,
        #"Line 1, column 243, $.steps[0].form.fields[4].from: expected a date, such as "2026-11-24", found the string "2026-02-30"."#,
      ]
    ),
    (
      "limits of fields",
      Passport.document(
        #"{"id":"p","form":{"fields":[{"name":"a","type":"integer","from":3,"to":1},{"name":"b","type":"choices","options":["x"],"from":2},{"name":"c","type":"integer","from":1.5},{"name":"d","type":"date","from":"2026-01-02","to":"2026-01-01"}]}}"#
      ),
      [
        #"Line 1, column 105, $.steps[0].form.fields[0].to: expected a limit that isn't below "from", found the integer 1."#,
        #"Line 1, column 160, $.steps[0].form.fields[1].from: expected at most the number of options with a value, 1, found the integer 2."#,
        #"Line 1, column 199, $.steps[0].form.fields[2].from: expected an integer, found the number 1.5."#,
        #"Line 1, column 255, $.steps[0].form.fields[3].to: expected a limit that isn't below "from", found the string "2026-01-01"."#,
      ]
    ),
    (
      "durations",
      Passport.document(#"{"id":"p","use":"mail","timeout":"10 seconds","retry":{"attempts":0,"backoff":"0s"}}"#),
      [
        #"Line 1, column 67, $.steps[0].timeout: expected a duration above zero, such as "10s", found the string "10 seconds"."#,
        #"Line 1, column 100, $.steps[0].retry.attempts: expected an integer from 1 to 100, found the integer 0."#,
        #"Line 1, column 112, $.steps[0].retry.backoff: expected a duration above zero, such as "10s", found the string "0s"."#,
      ]
    ),
    (
      "a route to nowhere", Passport.document(#"{"id":"p","page":{"title":"P"},"routes":[{"to":"apolgy"}]}"#),
      [
        #"Line 1, column 81, $.steps[0].routes[0].to: expected the id of a step, "next", "back" or "end", found the string "apolgy"."#
      ]
    ),
    (
      "routes that are never taken",
      Passport.document(
        #"{"id":"p","page":{"title":"P"},"routes":[{"to":"end"},{"to":"next","when":"@{true}"},{"to":"end","when":"late"},{"to":"end","when":"failed"}],"end":true},"#
          + page.replacing("\"p\"", with: "\"q\"")),
      [
        #"Line 1, column 88, $.steps[0].routes[1]: expected no route after a result behind $.steps[0].routes[0], which is always taken, found one more."#,
        #"Line 1, column 138, $.steps[0].routes[2].when: expected the member "within" beside a route for "late", found none."#,
        #"Line 1, column 165, $.steps[0].routes[3].when: expected a step of the program, or a screen by its URL, beside a route for its failure, found a step that doesn't fail."#,
        #"Line 1, column 182, $.steps[0].end: expected no "end" beside $.steps[0].routes[0], which is always taken, found true."#,
        #"Line 1, column 188, $.steps[1]: expected a way from the first step to "q", found none."#,
      ]
    ),
    (
      "a step that no way reaches",
      Passport.document(#"{"id":"p","page":{"title":"P"},"end":true},{"id":"q","page":{"title":"Q"}}"#),
      [
        #"Line 1, column 77, $.steps[1]: expected a way from the first step to "q", found none."#
      ]
    ),
    (
      "a circle without a way out",
      Passport.document(
        #"{"id":"p","page":{"title":"P"},"routes":[{"to":"q"}]},{"id":"q","page":{"title":"Q"},"routes":[{"to":"p"}]}"#),
      [
        #"Line 1, column 34, $.steps[0]: expected a way to the end, found a circle without one: "p" and "q"."#
      ]
    ),
    (
      "only a way back",
      Passport.document(
        #"{"id":"p","page":{"title":"P"}},{"id":"q","use":"mail","with":{},"routes":[{"to":"back"}]}"#),
      [
        #"Line 1, column 34, $.steps[0]: expected a way to the end, found a circle without one: "p" and "q"."#
      ]
    ),
    (
      "a way back, and another way from the step before",
      Passport.document(
        #"{"id":"p","page":{"title":"P"},"routes":[{"to":"end","when":"@{true}"}]},{"id":"q","use":"mail","with":{},"routes":[{"to":"back"}]}"#
      ), []
    ),
    (
      "unknown steps of the program", Passport.document(#"{"id":"p","use":"chrge"},{"id":"q","awaits":"Papers"}"#),
      [
        #"Line 1, column 50, $.steps[0].use: expected a step of the program: "charge" or "mail", found the string "chrge"."#,
        #"Line 1, column 78, $.steps[1].awaits: expected a message of the program: "PapersArrived", found the string "Papers"."#,
      ]
    ),
    (
      "an order with unknown steps",
      Passport.document(page, #","variants":{"weights":{"a":1,"b":0},"orders":{"a":["p","p","x"],"c":["p"]}}"#),
      [
        #"Line 1, column 100, $.variants.weights.b: expected a weight above zero, up to 1000000000, found the integer 0."#,
        #"Line 1, column 122, $.variants.orders.a[1]: expected each step once, found the string "p" again."#,
        #"Line 1, column 126, $.variants.orders.a[2]: expected the id of a step: "p", found the string "x"."#,
        #"Line 1, column 135, $.variants.orders.c: expected a variant with a weight: "a" or "b", found "c"."#,
      ]
    ),
    (
      "a step beside the order",
      Passport.document(
        #"{"id":"p","page":{"title":"P"},"routes":[{"to":"r","when":"@{true}"}]},{"id":"q","page":{"title":"Q"}},{"id":"r","page":{"title":"R"}}"#,
        #","variants":{"weights":{"a":1,"b":1},"orders":{"a":["p","q"]}}"#),
      [
        #"Line 1, column 137, $.steps[2]: expected "end" or a route without "when", because variant "a" doesn't list the step, found a step that continues with the next one."#
      ]
    ),
  ]
}
