import Testing

@testable import FlowExperiments

/// Numbers drawn by names.
struct StableDrawTests {
  @Test("A draw's number is the one that another implementation computed from the documented bytes")
  func vector() {
    #expect(StableDraw("variant", "signup-order", "user-42").uniform(with: "short") == 0.4371138153899127)
  }

  @Test("Names with different boundaries draw different numbers")
  func separation() {
    let draws = [
      StableDraw("ab", "c"), StableDraw("a", "bc"), StableDraw("abc"), StableDraw("abc", ""), StableDraw("", "abc"),
      StableDraw("abc\0"), StableDraw("abc\0\0\0\0\0"), StableDraw("a\u{1}b", "c"),
    ]
    #expect(Set(draws.map(\.uniform)).count == draws.count)
  }

  @Test("A name that is drawn with other names counts as the last of them")
  func with() {
    #expect(StableDraw("a", "b").uniform(with: "c") == StableDraw("a", "b", "c").uniform)
  }
}
