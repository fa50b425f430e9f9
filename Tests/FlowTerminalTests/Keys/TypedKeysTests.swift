import Testing

@testable import FlowTerminal

@Suite("TypedKeys")
struct TypedKeysTests {
  private func all(_ keys: inout TypedKeys, isTyping: Bool = false) -> [Key] {
    var taken: [Key] = []
    while let key = keys.take(isTyping: isTyping) { taken.append(key) }
    return taken
  }

  @Test("Keys are removed one by one in order, and add(_:) returns whether there were none")
  func order() {
    var keys = TypedKeys()
    #expect(keys.isEmpty)
    #expect(keys.add([.enter, .character("a")]) == true)
    #expect(keys.add([.tab]) == false)
    #expect(!keys.isEmpty)
    #expect(all(&keys) == [.enter, .character("a"), .tab])
    #expect(keys.isEmpty)
    #expect(keys.add([]) == false)
    #expect(keys.add([.up]) == true)
  }

  @Test("Ctrl-C comes first, earlier keys stay, and later keys are discarded until Ctrl-C is removed")
  func interruption() {
    var keys = TypedKeys()
    #expect(keys.add([.character("a")]) == true)
    #expect(keys.add([.character("b"), .control("c"), .character("x")]) == false)
    #expect(keys.add([.character("y")]) == false)
    #expect(keys.take(isTyping: true) == .control("c"))
    #expect(keys.add([.character("z")]) == false)
    #expect(all(&keys) == [.character("a"), .character("b"), .character("z")])
  }

  @Test("Many characters at once are one paste while text is typed")
  func pasted() {
    let text = String(repeating: "é", count: 5_000)
    var keys = TypedKeys()
    _ = keys.add(text.map { .character($0) } + [.enter] + "short".map { .character($0) })
    #expect(all(&keys, isTyping: true) == [.paste(text), .enter] + "short".map { .character($0) })
    _ = keys.add(text.map { .character($0) })
    #expect(all(&keys) == text.map { .character($0) })
    #expect(keys.isEmpty)
  }
}
