import FlowTerminal
import Testing

@Suite("LineRefusal")
struct LineRefusalTests {
  @Test(
    "The description of a refusal names the fault",
    arguments: [
      (LineRefusal.invalidUTF8(byte: 3), "The line is not UTF-8 text: byte 3 is wrong."),
      (LineRefusal.tooLong(maximum: 200), "The line is longer than 200 bytes."),
    ])
  func sentence(refusal: LineRefusal, sentence: String) {
    #expect(refusal.description == sentence)
  }
}
