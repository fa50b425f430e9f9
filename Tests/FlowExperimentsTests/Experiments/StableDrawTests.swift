import Testing

@testable import FlowExperiments

/// Numbers drawn by names.
struct StableDrawTests {
  @Test("the number is that of the documented bytes; another implementation has computed it")
  func vector() {
    #expect(StableDraw("variant", "signup-order", "user-42").uniform(with: "short") == 0.4371138153899127)
  }

  @Test("names do not run together")
  func separation() {
    let draws = [
      StableDraw("ab", "c"), StableDraw("a", "bc"), StableDraw("abc"), StableDraw("abc", ""), StableDraw("", "abc"),
      StableDraw("abc\0"), StableDraw("abc\0\0\0\0\0"), StableDraw("a\u{1}b", "c"),
    ]
    #expect(Set(draws.map(\.uniform)).count == draws.count)
  }

  @Test("a name drawn with others is the last of them")
  func with() {
    #expect(StableDraw("a", "b").uniform(with: "c") == StableDraw("a", "b", "c").uniform)
  }
}
