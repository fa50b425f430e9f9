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
        #""upgrades":[{"from":1,"values":{"name":{"first":"@{person.full}","age":"@{person.age}","days":[],"gift":false}}},{"from":2,"values":{}}]"#,
        #","formerly":["person"]"#), []
    ),
    (
      "versions",
      document(
        #""upgrades":[{"from":2,"values":{}},{"from":2,"values":{}},{"from":3,"values":{}},{"from":0,"values":5,"x":1},{}]"#
      ),
      [
        #"Line 1, column 335, $.upgrades[1].from: expected a version above that of the upgrade before it, 2, found the integer 2."#,
        #"Line 1, column 358, $.upgrades[2].from: expected a version below that of the document, 3, found the integer 3."#,
        #"Line 1, column 381, $.upgrades[3].from: expected an integer from 1 to 1000000000, found the integer 0."#,
        #"Line 1, column 392, $.upgrades[3].values: expected an object, found the integer 5."#,
        #"Line 1, column 398, $.upgrades[3].x: expected a member of the upgrade: "from" or "values", found "x"."#,
        #"Line 1, column 401, $.upgrades[4].from: expected the member "from", found nothing."#,
        #"Line 1, column 401, $.upgrades[4].values: expected the member "values", found nothing."#,
      ]
    ),
    (
      "values",
      document(
        #""upgrades":[{"from":1,"values":{"nme":1,"p":"x","name":{"first":7,"age":"@{concat(a.b, 'x')}","days":["sat"],"gift":"@{eq(a)}","x":"@{a.}"}}}]"#
      ),
      [
        #"Line 1, column 330, $.upgrades[0].values.nme: expected the id of a step, found "nme"."#,
        #"Line 1, column 336, $.upgrades[0].values.p: expected a step with a value, found "p", which is a page."#,
        #"Line 1, column 356, $.upgrades[0].values.name.first: expected a string, found an integer."#,
        #"Line 1, column 394, $.upgrades[0].values.name.days[0]: expected one of the strings "fri" or "mon", found the string "sat"."#,
        #"Line 1, column 408, $.upgrades[0].values.name.gift: expected 2 arguments of "eq", found 1."#,
        #"Line 1, column 423, $.upgrades[0].values.name.x: expected a member of the input: "age", "days", "first", "gift" or "middle", found "x"."#,
        #"Line 1, column 423, $.upgrades[0].values.name.x: expected an expression, found "@{a.}", where Nimbus reports: "a." is not a path to a state."#,
      ]
    ),
    (
      "former names", document(#""upgrades":[]"#, #","formerly":["p","old","7"]"#),
      [
        #"Line 1, column 251, $.steps[0].formerly[0]: expected a name that no step has, found "p", the id of a step."#,
        #"Line 1, column 261, $.steps[0].formerly[2]: expected a name of letters, digits and "_" that begins with a letter, found the string "7"."#,
        #"Line 1, column 310, $.steps[1].formerly[0]: expected a former name of one step, found "old", a former name of "name"."#,
      ]
    ),
  ]
}
