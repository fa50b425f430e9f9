import Testing

@testable import FlowState

/// The text of a context value in an event: Swift's description, shortened if it is long.
struct ValueTextTests {
  struct Item { var name: String, amounts: [Int], note: String? }
  struct Named: CustomStringConvertible { var description: String { "by name" } }
  enum Choice { case none, one(Int), two(Int, name: String), items([Item]) }
  final class Plain {}

  static var short: [Any] {
    [
      1, -2.5, true, "text", "", "a \"b\"\n", Character("x"), [1, 2, 3], ["a", "b\n"], [String](), [Int?.some(1), nil],
      ["k": 1], [String: Int](), Set([7]), (1, "two"), (a: 1, b: "two"), Int?.some(1) as Any, String?.none as Any,
      Item(name: "x", amounts: [1, 2], note: nil), [Item(name: "x", amounts: [], note: "n")], Named(), [Named()],
      Choice.none, Choice.one(1), Choice.two(1, name: "n"), [Choice.none, .one(2), .two(3, name: "z")],
      Choice.items([Item(name: "i", amounts: [1], note: "\t")]), Plain(), [Plain()], 1..<3, Int.self, "abc".prefix(2),
      [[1], [2, 3]], Result<Int, FlowHistoryError>.success(1), Duration.seconds(2), UInt8(3), [1.5, .infinity],
    ]
  }

  @Test("A short value has the text that Swift gives it", arguments: short.indices)
  func same(index: Int) {
    #expect(ValueText.text(of: Self.short[index]) == "\(Self.short[index])")
  }

  @Test("The text of a large value shows its start and the number of omitted elements")
  func large() {
    #expect(ValueText.text(of: Array(1...8_000)) == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 7990 more]")
    #expect(
      ValueText.text(of: Item(name: "x", amounts: Array(1...12), note: nil)).hasSuffix(
        "(name: \"x\", amounts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more], note: nil)"))
    let long = String(repeating: "x", count: 1_000)
    #expect(ValueText.text(of: long) == long.prefix(400) + "…")
    #expect(ValueText.text(of: [long, long]) == "[\"" + long.prefix(398) + "…")
    #expect(ValueText.text(of: Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, $0) })).hasSuffix(" and 40 more]"))
  }

  /// A value whose mirror has children as it likes.
  struct Mirrored: CustomReflectable {
    let style: Mirror.DisplayStyle
    var customMirror: Mirror { Mirror(self, children: ["Accept": "*/*", "Age": 1], displayStyle: style) }
  }

  @Test("A custom mirror has any children")
  func customMirror() {
    #expect(ValueText.text(of: Mirrored(style: .dictionary)) == "[Accept: \"*/*\", Age: 1]")
    for style in [Mirror.DisplayStyle.collection, .set, .optional, .enum, .tuple, .struct, .class] {
      #expect(!ValueText.text(of: Mirrored(style: style)).isEmpty)
    }
  }

  /// A value that counts how often it is described.
  struct Counted: CustomStringConvertible {
    final class Count { var value = 0 }
    let count: Count

    var description: String {
      count.value += 1
      return "c"
    }
  }

  @Test("Only the elements that are shown are described, however many there are", arguments: [10, 10_000])
  func described(size: Int) {
    let count = Counted.Count()
    let counted = Counted(count: count)
    _ = ValueText.text(of: Array(repeating: counted, count: size))
    #expect(count.value == 10)
    count.value = 0
    _ = ValueText.text(of: Array(repeating: Array(repeating: counted, count: size), count: size))
    #expect(count.value <= 100)
  }

  @Test("The text of a deeply nested value is cut off")
  func deep() {
    indirect enum List { case end, link(List) }
    var list = List.end
    for _ in 0..<10_000 { list = .link(list) }
    let text = ValueText.text(of: list)
    #expect(text.count == 401)
    // Released one by one, because the compiler's own release would recurse as deep as the list.
    while case .link(let next) = list { list = next }
  }
}
