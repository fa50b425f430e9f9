import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Texts of errors")
struct ErrorTextTests {
  @Test("Errors about unreadable documents have descriptions")
  func documents() {
    let syntax = JSONSyntaxError(
      at: JSONPosition(line: 1, column: 1, offset: 0), expected: "a value", found: "\"<\"")
    let texts: [(HubJSONError, String)] = [
      (.emptyData, "The data is empty; a JSON document was expected."),
      (.invalidJSON(syntax), "The data is not JSON. Line 1, column 1: expected a value, found \"<\"."),
      (
        .wrongRoot(expected: .objectOrArray, found: "the integer 5"),
        "The root of the document is the integer 5; an object or an array was expected."
      ),
      (
        .wrongRoot(expected: .object, found: "an array"),
        "The root of the document is an array; an object was expected."
      ),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }

  @Test("Errors about taken, empty and malformed identifiers have descriptions")
  func registration() {
    let texts: [(HubRegistrationError, String)] = [
      (.alreadyRegistered(.schema, "recipes"), "A JSON schema is already registered as \"recipes\"."),
      (
        .alreadyRegistered(.schema, String(repeating: "s", count: 500_000)),
        "A JSON schema is already registered as \"\(String(repeating: "s", count: 100))…\"."
      ),
      (.alreadyRegistered(.componentFactory, "shop"), "A component factory is already registered as \"shop\"."),
      (.alreadyRegistered(.action, "a:b"), "An action is already registered as \"a:b\"."),
      (.emptyIdentifier(of: .schema), "A JSON schema needs an identifier that is not empty."),
      (
        .malformedIdentifier(of: .action, "add"),
        "An action needs an identifier of the form namespace:name, not \"add\"."
      ),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}
