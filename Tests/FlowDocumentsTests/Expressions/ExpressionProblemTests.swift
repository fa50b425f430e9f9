import FlowDocuments
import FlowJSON
import Testing

/// The expressions of a document are checked when it is read.
struct ExpressionProblemTests {
  @Test("A condition is a bool of values that are there", arguments: conditions)
  func condition(_ condition: String, _ expected: [String]) {
    let text = Passport.document(
      Passport.form.dropLast() + #","routes":[{"to":"end","when":"\#(condition)"}]},{"id":"p","page":{"title":"P"}}"#)
    let place = "Line 1, column 268, $.steps[0].routes[0].when: "
    #expect(Passport.problems(text) == expected.map { place + $0 })
  }

  static let conditions: [(String, [String])] = [
    ("@{eq(name.first, 'Ada')}", []), ("@{gt(name.age, 17)}", []), ("@{name.gift}", []),
    ("@{contains(name.days, 'fri')}", []), ("@{and(not(isNull(name.middle)), eq(length(name.middle), 3))}", []),
    ("@{condition(isNull(name.middle), false, eq(uppercase(name.middle), 'X'))}", []),
    ("@{isNull(name.days[0])}", []), ("@{eq(name.middle, null)}", []), ("@{match(name.first, '[0-9]+')}", []),
    ("@{eq(replace(name.first, '(a|b)+', ''), 'x')}", []), ("@{match(name.first, name.first)}", []),
    (
      "@{and(eq(name.first, 'vip'), match(name.first, '[0-9'))}",
      [#"expected a regular expression for "match", found the string "[0-9"."#]
    ),
    (
      "@{or(eq(replace(name.first, '(a', ''), 'x'), match(name.first, ''))}",
      [
        #"expected a regular expression for "replace", found the string "(a"."#,
        #"expected a regular expression for "match", found the string ""."#,
      ]
    ),
    (
      "yes",
      [
        #"expected "late", "failed", "timeout", or an expression, such as "@{eq(step.field, 'value')}", found the string "yes"."#
      ]
    ),
    (
      "@{name.first}", [#"expected an expression whose value is a bool, found a string, the value of "@{name.first}"."#]
    ),
    (
      "@{eq(name.first, }",
      [#"expected an expression, found "@{eq(name.first, }", where Nimbus reports: expected a value, found nothing."#]
    ),
    (
      "a @{name.gift}",
      [
        #"expected "late", "failed", "timeout", or an expression, such as "@{eq(step.field, 'value')}", found the string "a @{name.gift}"."#
      ]
    ),
    (
      "@{equals(name.first, 'a')}",
      [#"expected an operation of Nimbus, such as "eq", "and", "condition" or "sum", found "equals"."#]
    ), ("@{eq(name.first)}", [#"expected 2 arguments of "eq", found 1."#]),
    (
      "@{eq(name.frist, 'a')}",
      [#"expected a member of "name": "age", "days", "first", "gift" or "middle", found "frist"."#]
    ),
    ("@{eq(person.first, 'a')}", [#"expected the id of a step in an expression, found "person"."#]),
    (
      "@{eq(length(name.middle), 3)}",
      [#"expected a string, an array or an object for "length", found a string that can be missing."#]
    ), ("@{gt(name.first, 3)}", [#"expected a number for "gt", found a string."#]),
    ("@{eq(name.gift, 'yes')}", [#"expected values that can be equal for "eq", found a bool and the string "yes"."#]),
    ("@{contains(name.days, 3)}", []), ("@{eq(name.age, '5')}", []),
    (
      "@{eq('five', name.age)}",
      [#"expected values that can be equal for "eq", found the string "five" and an integer."#]
    ),
    (
      "@{eq(name.days[0], 'sun')}",
      [
        #"expected values that can be equal for "eq", found one of the strings "fri" or "mon" that can be missing and the string "sun"."#
      ]
    ),
    ("@{eq(p, 1)}", [#"expected a step with a value in an expression, found "p", which is a page."#]),
    ("@{name.first.x}", [#"expected an object before ".x", found "name.first", which is a string."#]),
    ("@{name[0]}", [#"expected an array before "[0]", found "name", which is an object."#]),
    ("@{not(isNull(name.first))}", []),
    ("@{and(name.gift, name.age)}", [#"expected a bool for "and", found an integer."#]),
    (
      "@{name.days[0]}",
      [
        #"expected an expression whose value is a bool, found one of the strings "fri" or "mon" that can be missing, the value of "@{name.days[0]}"."#
      ]
    ),
    (
      "@{uppercase(name.days)}",
      [
        #"expected a string, a number or a bool for "uppercase", found an array."#,
        #"expected an expression whose value is a bool, found a string, the value of "@{uppercase(name.days)}"."#,
      ]
    ),
  ]

  @Test("The input of a step of the program has the members and types that it takes", arguments: inputs)
  func input(_ input: String, _ expected: [String]) {
    let text = Passport.document(Passport.form + #",{"id":"fee","use":"charge","with":\#(input)}"#)
    #expect(Passport.problems(text) == expected)
  }

  static let inputs: [(String, [String])] = [
    (#"{"cents":5}"#, []), (#"{"cents":"@{name.age}","note":"@{name.middle}"}"#, []),
    (#"{"cents":"@{sum(name.age, 1)}","note":"For @{name.first}"}"#, []),
    ("{}", [#"Line 1, column 274, $.steps[1].with.cents: expected an integer for "cents", found nothing."#]),
    (#""x""#, [#"Line 1, column 274, $.steps[1].with: expected an object, found the string "x"."#]),
    ("[1]", [#"Line 1, column 274, $.steps[1].with: expected an object, found an array."#]),
    (#"{"cents":"5"}"#, [#"Line 1, column 283, $.steps[1].with.cents: expected an integer, found the string "5"."#]),
    (#"{"cents":5.5}"#, [#"Line 1, column 283, $.steps[1].with.cents: expected an integer, found a number."#]),
    (
      #"{"cents":"@{name.first}"}"#,
      [#"Line 1, column 283, $.steps[1].with.cents: expected an integer, found a string."#]
    ),
    (
      #"{"cents":"@{divide(name.age, 2)}"}"#,
      [#"Line 1, column 283, $.steps[1].with.cents: expected an integer, found a number."#]
    ),
    (
      #"{"cents":"@{multiply(name.agee, 2)}"}"#,
      [
        #"Line 1, column 283, $.steps[1].with.cents: expected a member of "name": "age", "days", "first", "gift" or "middle", found "agee"."#
      ]
    ),
    (
      #"{"cents":5,"nte":"x"}"#,
      [#"Line 1, column 291, $.steps[1].with.nte: expected a member of the input: "cents" or "note", found "nte"."#]
    ),
    (
      #"{"cents":5,"note":"For @{name.middle}"}"#,
      [
        #"Line 1, column 292, $.steps[1].with.note: expected a string, a number or a bool, found a string that can be missing."#
      ]
    ),
    (
      #"{"cents":5,"note":"@{name.days}"}"#,
      [#"Line 1, column 292, $.steps[1].with.note: expected a string that can be missing, found an array."#]
    ),
    (
      #"{"cents":"@{fee.cents}"}"#,
      [
        #"Line 1, column 283, $.steps[1].with.cents: expected a value that every way provides at "fee", found "fee.cents", the step's own value."#
      ]
    ), (#"{"cents":null}"#, [#"Line 1, column 283, $.steps[1].with.cents: expected an integer, found null."#]),
  ]

  @Test("A value that is missing on some way to a step is a problem")
  func missing() {
    let skip = Passport.document(
      #"{"id":"start","form":{"fields":[{"name":"short","type":"toggle"}]},"routes":[{"to":"fee","when":"@{start.short}"}]},"#
        + Passport.form + #",{"id":"fee","use":"mail","with":{"to":"@{name.first}"}}"#)
    #expect(
      Passport.problems(skip) == [
        #"Line 1, column 394, $.steps[2].with.to: expected a value that every way provides at "fee", found "name.first", and a run can come there without "name"."#
      ])
    let order = Passport.text.replacing(
      #""orders": { "short": ["country", "name", "fee"] }"#, with: #""orders": { "short": ["country", "fee", "name"] }"#
    )
    #expect(
      Passport.problems(order) == [
        #"Line 10, column 56, $.steps[2].with.cents: expected a value that every way provides at "fee", found "name.first", and a run can come there without "name" in the variant "short"."#
      ])
    let late = Passport.document(
      #"{"id":"papers","awaits":"PapersArrived","within":"1d"},{"id":"fee","use":"charge","with":{"cents":"@{papers.pages}"}}"#
    )
    #expect(
      Passport.problems(late) == [
        #"Line 1, column 132, $.steps[1].with.cents: expected a value that every way provides at "fee", found "papers.pages", and a run can come there without "papers"."#
      ])
    let tested = Passport.document(
      #"{"id":"papers","awaits":"PapersArrived","within":"1d"},{"id":"fee","use":"charge","with":{"cents":"@{condition(isNull(papers), 0, papers.pages)}"}}"#
    )
    #expect(Passport.problems(tested) == [])
    let failed = Passport.document(
      #"{"id":"fee","use":"charge","with":{"cents":1},"routes":[{"to":"end","when":"@{eq(fee.state, 'payed')}"},{"to":"mail","when":"failed"}]},{"id":"mail","use":"mail","with":{"to":"@{fee.id}"}}"#
    )
    #expect(
      Passport.problems(failed) == [
        #"Line 1, column 109, $.steps[0].routes[0].when: expected values that can be equal for "eq", found one of the strings "open" or "paid" and the string "payed"."#,
        #"Line 1, column 209, $.steps[1].with.to: expected a value that every way provides at "mail", found "fee.id", and a run can come there without "fee"."#,
      ])
  }

  @Test("A step takes the value of a form that lacks an optional member of any type")
  func missingMember() throws {
    struct Greeting: Codable, Sendable {
      var first: String
      var extra: JSONValue?
    }
    var registry = FlowRegistry()
    registry.step("greet", Greeting.self, Greeting.self) { greeting, _ in greeting }
    let steps = #"{"id":"ask","form":{"fields":[{"name":"first"}]}},{"id":"g","use":"greet","with":"@{ask}"}"#
    #expect(try FlowDocument(parsing: Passport.document(steps), for: registry).steps == ["ask", "g"])
  }
}
