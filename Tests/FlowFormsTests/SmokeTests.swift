import FlowForms
import Testing

struct SmokeTests {
  @Test("A form reads an entry, and names what is wrong in another one")
  func reads() throws {
    let value = try Sample.form.read(Sample.entry)
    #expect(value.name == "Ada")
    #expect(throws: FormProblems.self) { try Sample.form.read([:]) }
  }
}
