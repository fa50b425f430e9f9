import Testing

@testable import Nimbus

@Suite("TextSearch")
struct TextSearchTests {
  @Test("A text search agrees with contains(_:) for all short texts")
  func everyShortText() {
    let texts = (0..<6).reduce(into: [[""]]) { all, _ in
      all.append(all[all.count - 1].flatMap { [$0 + "a", $0 + "b"] })
    }.flatMap { $0 }
    for text in texts {
      for part in texts {
        #expect(TextSearch(part).isFound(in: text) == (part.isEmpty || text.contains(part)), "\(part) in \(text)")
      }
    }
  }

  @Test("A text search finds canonically equal characters, and no part of a character")
  func characters() {
    #expect(TextSearch("e\u{301}").isFound(in: "caf\u{E9}"))
    #expect(!TextSearch("e").isFound(in: "cafe\u{301}"))
  }
}
