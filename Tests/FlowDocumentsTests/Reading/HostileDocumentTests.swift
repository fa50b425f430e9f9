import FlowChains
import FlowDocuments
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// Documents that were made to do harm.
@Suite(.usesOneThread)
struct HostileDocumentTests {
  @Test("A changed document that is read makes chains without a problem that prevents a flow")
  func sound() throws {
    var generator = SeededGenerator(seed: 39)
    var read = 0
    let seeds = [
      try JSONValue(parsing: Passport.text), try JSONValue(parsing: Passport.document(Passport.form)),
      try JSONValue(parsing: Kitchen.text),
      try JSONValue(
        parsing: Passport.document(
          #"{"id":"a","page":{"title":"A"},"routes":[{"to":"b","when":"@{true}"},{"to":"c"}]},"#
            + #"{"id":"b","page":{"title":"B"},"routes":[{"to":"a"}]},{"id":"c","page":{"title":"C"},"end":true}"#)),
    ]
    for _ in 0..<trials(20_000, debug: 5_000, few: 1_000) {
      let text = Mutation.of(seeds.randomElement(using: &generator) ?? .null, &generator).jsonText
      guard let document = try? FlowDocument(parsing: text, for: Kitchen.registry()) else { continue }
      read += 1
      for variant in document.variantNames.isEmpty ? [nil] : document.variantNames.map({ $0 }) {
        #expect(document.chain(of: variant).validate().filter(\.preventsFlow) == [], "\(text)")
      }
      if !document.isPrivate { #expect(throws: Never.self, "\(text)") { try document.durableFlow() } }
    }
    #expect(read > 10)
  }

  @Test("Bytes that were cut off or changed are read or refused")
  func bytes() throws {
    var generator = SeededGenerator(seed: 39)
    let bytes = Array(Passport.text.utf8)
    for _ in 0..<trials(20_000, debug: 5_000, few: 500) {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let cut = changed.prefix(Int.random(in: 0...changed.count, using: &generator))
      _ = try? FlowDocument(parsing: String(decoding: cut, as: UTF8.self), for: Passport.registry())
    }
  }

  @Test("A document that is too large is refused before it is read")
  func large() {
    let text = String(repeating: " ", count: DocumentLimits.bytes + 1)
    #expect(
      Passport.problems(text) == ["Line 1, column 1, $: expected at most 4000000 bytes, found 4000001."])
  }

  @Test("More steps, routes, fields, options and variants than allowed are reported")
  func limits() {
    let page = #"{"id":"p","page":{"title":"P"}"#
    let routes = Array(repeating: #"{"to":"end","when":"@{true}"}"#, count: 101).joined(separator: ",")
    #expect(
      Passport.problems(Passport.document(page + #","routes":["# + routes + "]}"))
        == ["Line 1, column 74, $.steps[0].routes: expected at most 100 routes, found 101."])
    let steps = (0...DocumentLimits.steps).map { #"{"id":"p\#($0)","page":{"title":"P"}}"# }.joined(separator: ",")
    #expect(
      Passport.problems(Passport.document(steps))
        == ["Line 1, column 33, $.steps: expected at most 2000 steps, found 2001."])
    let fields = (0...DocumentLimits.fields).map { #"{"name":"f\#($0)"}"# }.joined(separator: ",")
    #expect(
      Passport.problems(Passport.document(#"{"id":"p","form":{"fields":["# + fields + "]}}"))
        == ["Line 1, column 61, $.steps[0].form.fields: expected at most 200 fields, found 201."])
    let options = (0...DocumentLimits.options).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(
      Passport.problems(
        Passport.document(#"{"id":"p","form":{"fields":[{"name":"a","type":"choice","options":["# + options + "]}]}}"))
        == ["Line 1, column 100, $.steps[0].form.fields[0].options: expected at most 1000 options, found 1001."])
    let weights = (0...DocumentLimits.variants).map { #""v\#($0)":1"# }.joined(separator: ",")
    #expect(
      Passport.problems(Passport.document(page + "}", #","variants":{"weights":{"# + weights + "}}"))
        == ["Line 1, column 89, $.variants.weights: expected at most 20 variants, found 21."])
  }

  @Test("A document with far more names than allowed is read in the time that its size allows")
  func manyNames() {
    let page = #"{"id":"p","page":{"title":"P"}}"#
    let languages = (0..<trials(200_000, few: 40_000)).map { "\"aaa-\(10_000 + $0)\"" }.joined(separator: ",")
    #expect(Passport.problems(Passport.document(page, #","languages":["# + languages + "]")).count > 0)
    let steps = (0..<trials(30_000, few: 6_000)).map { #"{"id":"p\#($0)","page":{"title":""}}"# }.joined(separator: ",")
    let order = Array(repeating: "\"z\"", count: trials(300_000, few: 60_000)).joined(separator: ",")
    let variants = #","variants":{"weights":{"a":1},"orders":{"a":["# + order + "]}}"
    #expect(Passport.problems(Passport.document(steps, variants)).count > 0)
    let fields = (0..<trials(20_000, few: 4_000)).map { #"{"name":"f\#($0)"}"# }.joined(separator: ",")
    let wrong = (0..<trials(20_000, few: 4_000)).map { #""m\#($0)":"@{p.zz}""# }.joined(separator: ",")
    let form = #"{"id":"p","form":{"fields":["# + fields + #"]}},{"id":"q","use":"charge","with":{"# + wrong + "}}"
    #expect(Passport.problems(Passport.document(form)).count > 0)
  }

  @Test("A hundred problems are described, and the others are counted")
  func manyProblems() throws {
    let boxes = (0..<trials(40_000, few: 8_000)).map { #"{"title":"","identifier":"a\#($0)"}"# }.joined(separator: ",")
    let count = trials(100_000, few: 20_000)
    let reads = Array(repeating: "c.answers.z", count: count).joined(separator: ",")
    let steps =
      #"{"id":"c","stepkit":[{"title":"a","description":"b","action":{"checkBoxGroup":{"items":["# + boxes
      + #"]}}}],"routes":[{"to":"end","when":"@{eq(1, array("# + reads + #"))}"}]}"#
    let error = #expect(throws: FlowDocumentError.self) {
      try FlowDocument(parsing: Passport.document(steps), for: Passport.registry())
    }
    #expect(error?.problems.count == 100)
    #expect(error?.furtherProblems == count + 1 - 100)
    #expect(error?.description.hasSuffix(".\nThere are \(count + 1 - 100) more problems.") == true)
  }

  @Test("An expression with many tests for null is checked in the time that its size allows")
  func manyTests() {
    let tests = (0..<trials(60_000, few: 12_000)).map { "not(isNull(p.a\($0)))" }.joined(separator: ",")
    let branches = Array(repeating: "condition(not(isNull(p.z)),1,2)", count: trials(60_000, few: 12_000))
    let value = "@{condition(and(\(tests)), array(\(branches.joined(separator: ","))), p)}"
    let upgrade = #"{"from":1,"values":{"p":"\#(value)"}}"#
    let form = #"{"id":"p","form":{"fields":[{"name":"x"}]}}"#
    #expect(Passport.problems(#"{"flow":"f","version":2,"steps":[\#(form)],"upgrades":[\#(upgrade)]}"#) == [])
  }

  @Test("Long ways, circles and expressions are checked on a small stack")
  func deep() {
    let count = DocumentLimits.steps
    let problems = onSmallStack { () -> [Int] in
      let pages = (0..<count).map { index in
        // Each step leads to the next one, back to the first one, and to one far away: no order of the ways fits all.
        #"{"id":"p\#(index)","page":{"title":"P"},"routes":[{"to":"p0","when":"@{true}"},{"to":"p\#((index * 7_919 + 13) % count)","when":"@{true}"}]}"#
      }
      let circle = (0..<count).map {
        #"{"id":"p\#($0)","page":{"title":"P"},"routes":[{"to":"p\#(($0 + 1) % count)"}]}"#
      }
      let nested = String(repeating: "not(", count: 100_000)
      return [
        pages.joined(separator: ","), circle.joined(separator: ","),
        #"{"id":"p","page":{"title":"P"},"routes":[{"to":"end","when":"@{\#(nested)}"}]}"#,
      ].map { Passport.problems(Passport.document($0)).count }
    }
    #expect(problems == [0, 1, 1])
  }
}
