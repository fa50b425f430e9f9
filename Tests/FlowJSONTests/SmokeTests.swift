import FlowJSON
import Testing

struct SmokeTests {
  @Test("A text is read and written")
  func read() throws {
    let text = #"{"a":[1,true,null,"x"]}"#
    #expect(try JSONValue(parsing: text).jsonText == text)
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[1") }
  }
}
