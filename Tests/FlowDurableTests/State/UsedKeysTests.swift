import Testing

@testable import FlowDurable

struct UsedKeysTests {
  @Test func `A key that was added is found, also after it was read again`() throws {
    var keys = UsedKeys()
    #expect(!keys.contains("4711", of: "order"))
    for number in 0..<100 { keys.add("\(number)", of: "order") }
    let read = try #require(UsedKeys(text: keys.text))
    #expect(read == keys)
    for number in 0..<100 { #expect(read.contains("\(number)", of: "order")) }
    let strange = (100..<10_000).count { read.contains("\($0)", of: "order") }
    #expect(strange < 100)
  }

  @Test func `Journals rely on the places of keys`() {
    var keys = UsedKeys()
    keys.add("4711", of: "order")
    #expect(keys.text.count == 167 * 16)
    #expect(keys.text.hasSuffix("0000000040000000"))
  }

  @Test(arguments: [("0", 1), ("000000000000000g", 1), ("0", 16_400)])
  func `Text of another form is refused`(text: String, count: Int) {
    #expect(UsedKeys(text: String(repeating: text, count: count)) == nil)
  }

  @Test func `Every key can be added at once`() {
    var keys = UsedKeys()
    keys.addAll()
    #expect(keys.contains("any", of: "flow"))
    #expect(UsedKeys(text: "")?.isEmpty == true)
  }
}
