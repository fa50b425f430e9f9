import FlowJSON
import FlowState
import Testing

@testable import FlowDocuments
@testable import FlowDurable

/// The values of runs of earlier versions, as a document has them.
struct DocumentFitTests {
  private func fit(_ steps: String, _ upgrades: String) throws -> DocumentFit {
    let document = try FlowDocument(
      parsing: #"{"flow":"f","version":4,"steps":[\#(steps)],"upgrades":[\#(upgrades)]}"#, for: Passport.registry())
    return DocumentFit(content: document.content, ways: document.ways, shapes: document.shapes, reads: document.reads)
  }

  private static let person =
    #"{"id":"person","formerly":["name","who"],"form":{"fields":[{"name":"full"},{"name":"age","type":"integer"}]}}"#

  @Test(
    "An upgrade reads the value of a step that had another name in the version of the run",
    arguments: [
      (1, ["name": ["full": "Ada"]], ["name": ["full": "Ada"], "person": ["full": "Ada", "age": 0]]),
      (1, ["who": ["full": "Ada"]], ["who": ["full": "Ada"], "person": ["full": "Ada", "age": 0]]),
      (2, ["person": ["full": "Ada"]], ["person": ["full": "Ada", "age": 0]]),
      (3, ["name": ["full": "Ada", "age": 7]], ["person": ["full": "Ada", "age": 7]]), (1, [:], [:]),
    ] as [(Int, JSONValue, JSONValue)])
  func renamed(version: Int, old: JSONValue, new: JSONValue) throws {
    let fit = try fit(Self.person, #"{"from":2,"values":{"person":{"full":"@{person.full}","age":0}}}"#)
    #expect(fit.upgraded(old, from: version, isPrivate: false) == new)
  }

  @Test("An upgrade reads the value that the upgrade before it has given, by the name of the old version")
  func twice() throws {
    let fit = try fit(
      Self.person,
      #"{"from":1,"values":{"person":{"full":"@{name.full}","age":0}}},"#
        + #"{"from":2,"values":{"person":{"full":"Dr @{name.full}","age":"@{name.age}"}}}"#)
    #expect(
      fit.upgraded(["name": ["full": "Ada"]], from: 1, isPrivate: false)["person"] == ["full": "Dr Ada", "age": 0])
    #expect(
      fit.upgraded(["name": ["full": "Ada", "age": 6]], from: 2, isPrivate: false)["person"]
        == ["full": "Dr Ada", "age": 6])
  }

  @Test("A step to which an upgrade gives nothing doesn't get the value under its former name")
  func dropped() throws {
    let fit = try fit(Self.person, #"{"from":1,"values":{"person":"@{name.inner}"}}"#)
    #expect(fit.upgraded(["name": ["full": "Bob"]], from: 1, isPrivate: false)["person"] == nil)
    #expect(fit.upgraded(["name": ["inner": ["age": 7]]], from: 1, isPrivate: false)["person"] == ["age": 7])
  }

  @Test("A value with the name that an upgrade reads comes before one with the step's name of today")
  func reusedName() throws {
    let fit = try fit(Self.person, #"{"from":1,"values":{"person":{"full":"@{name.full}","age":0}}}"#)
    #expect(
      fit.upgraded(["name": ["full": "Ada"], "person": ["full": "Bob"]], from: 1, isPrivate: false)["person"]
        == ["full": "Ada", "age": 0])
  }

  @Test("An upgrade ignores values that an earlier version doesn't have in 'or' and 'and', as a screen does")
  func missingInLogic() throws {
    let fit = try fit(
      #"{"id":"terms","form":{"fields":[{"name":"accepted","type":"toggle"},{"name":"news","type":"toggle"}]}}"#,
      #"{"from":1,"values":{"terms":{"accepted":"@{or(terms.accepted, terms.agreed)}","news":"@{and(true, terms.old)}"}}}"#
    )
    #expect(
      fit.upgraded(["terms": ["accepted": false]], from: 1, isPrivate: false)
        == ["terms": ["accepted": false, "news": true]])
  }

  private static let account =
    #"{"id":"account","form":{"fields":[{"name":"name"},{"name":"password","type":"password"}]}},"#
    + #"{"id":"p","page":{"title":"P"},"routes":[{"to":"end","when":"@{eq(account.password, account.name)}"}]}"#

  @Test("The value of a form that has got a password is upgraded where an earlier version has stored it")
  func moved() throws {
    let fit = try fit(
      Self.account, #"{"from":1,"values":{"account":{"name":"@{uppercase(account.name)}","password":"none"}}}"#)
    let (old, new): (JSONValue, JSONValue) = (
      ["account": ["name": "ada"]], ["account": ["name": "ADA", "password": "none"]]
    )
    #expect(fit.upgraded(old, from: 1, isPrivate: false) == new)
    #expect(fit.upgraded(old, from: 1, isPrivate: true) == new)
    #expect(fit.upgraded([:], from: 1, isPrivate: false) == [:])
  }

  @Test("The sealed answer to a form with a password is compared, and not an older open one")
  func sealed() throws {
    let fit = try fit(Self.account, "")
    let (open, sealed): (JSONValue, JSONValue) = (
      ["account": ["name": "ada"]], ["account": ["name": "ada", "password": "secret"]]
    )
    func misfit(_ values: JSONValue...) -> PositionMisfit? {
      fit.misfit(of: StoredPosition(step: "p", assignments: [], values: values.map { KeptValue($0, version: 1) }))
    }
    #expect(misfit(open, sealed) == nil)
    #expect(misfit(sealed) == nil)
    #expect(misfit(open)?.found == "expected a string at $.account.password, found nothing")
  }
}
