import Testing

@testable import Demo

@Suite struct ProfileNameTests {
  @Test(arguments: [
    ("Bo", "Bo"), ("  Bo \t\r\n", "Bo"), ("\u{3000}Bo\u{2028}", "Bo"), ("Ana María", "Ana María"), ("李", "李"),
    ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("שלום", "שלום"), ("\"';--", "\"';--"),
  ])
  func `A name is trimmed and otherwise kept`(typed: String, text: String) throws {
    #expect(try ProfileName(typed).text == text)
  }

  @Test(arguments: ["", " ", "\n\t", "\u{200B}", " \u{200D}\u{FEFF} "])
  func `A name without visible characters is empty`(typed: String) {
    #expect(throws: ProfileNameError.empty) { try ProfileName(typed) }
  }

  @Test func `A name of 200 characters fits, and one of 201 does not`() throws {
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 200)
    #expect(try ProfileName(family).text == family)
    #expect(throws: ProfileNameError.tooLong(characters: 201)) { try ProfileName(family + "a") }
    #expect(throws: ProfileNameError.tooManyScalars(3_001)) {
      try ProfileName("a" + String(repeating: "\u{301}", count: 3_000))
    }
  }

  @Test(arguments: [
    "a\u{0}b", "a\u{1B}[2Jb", "a\nb", "a\tb", "a\u{7F}b", "a\u{9B}b", "a\u{2028}b", "a\u{202E}b", "a\u{2066}b",
  ])
  func `A character that could steer the terminal is refused`(typed: String) throws {
    let scalar = try #require(typed.unicodeScalars.dropFirst().first)
    #expect(throws: ProfileNameError.forbidden(scalar)) { try ProfileName(typed) }
  }

  @Test(arguments: [
    (ProfileNameError.empty, "The name is empty: expected at least one visible character."),
    (.tooLong(characters: 201), "The name is too long: expected at most 200 characters, found 201."),
    (
      .forbidden("\u{1B}"),
      "The name holds a character that is not allowed: expected visible characters, found U+001B."
    ),
  ])
  func `A refusal says what was expected and found`(error: ProfileNameError, sentence: String) {
    #expect(error.description == sentence)
  }
}
