import FlowDocuments
import Testing

/// Problems of the upgrades of a document.
struct UpgradeProblemTests {
  @Test("The problems of upgrades and former names are reported with their places", arguments: cases)
  func sentences(_ name: String, _ text: String, _ expected: [String]) {
    #expect(Passport.problems(text) == expected)
  }

  private static func document(_ rest: String, _ formerly: String = "") -> String {
    #"{"flow":"f","version":3,"steps":["# + Passport.form.dropLast() + formerly
      + #"},{"id":"p","page":{"title":"P"},"formerly":["old"]}],"# + rest + "}"
  }

  static let cases: [(String, String, [String])] = [
    (
      "fine",
      document(
        #""upgrades":[{"from":1,"values":{"name":{"first":"@{person.full}","age":"@{sum(person.age, 1)}","days":[],"gift":false}}},{"from":2,"values":{}}]"#,
        #","formerly":["person"]"#), []
    ),
    (
      "versions",
      document(
        #""upgrades":[{"from":2,"values":{}},{"from":2,"values":{}},{"from":3,"values":{}},{"from":0,"values":5,"x":1},{}]"#
      ), ["?"]
    ),
    (
      "values",
      document(
        #""upgrades":[{"from":1,"values":{"nme":1,"p":"x","name":{"first":7,"age":"@{concat(a.b, 'x')}","days":["sat"],"gift":"@{eq(a)}","x":"@{a.}"}}}]"#
      ),
      ["?"]
    ),
    ("former names", document(#""upgrades":[]"#, #","formerly":["p","old","7"]"#), ["?"]),
  ]
}
