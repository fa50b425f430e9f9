import Testing

/// Few files of a module need each other in a circle, so that a reader can begin somewhere.
struct CircleTests {
  /// The most files in a circle, of modules with larger ones than ``few``.
  private static let limits = ["Sources/FlowState": 35, "Sources/Nimbus": 20]
  private static let few = 5

  private static let modules = Set(Documentation.files(in: "Sources").map { "Sources/\($0.split(separator: "/")[1])" })
    .union(["Demo"]).sorted()

  @Test("No circle of files is larger than its module allows", arguments: modules)
  func circles(_ module: String) throws {
    let files = Documentation.files(in: module).filter { $0.hasSuffix(".swift") }
    let largest = try Circles(ofFiles: files).all.first ?? []
    #expect(largest.count <= Self.limits[module] ?? Self.few, "\(largest.joined(separator: "\n"))")
  }

  @Test("Circles are found, however they lie in each other")
  func found() {
    let circles = Circles([
      "a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["e"], "e": ["d", "f"], "f": [], "g": ["a", "f"],
    ])
    #expect(circles.all == [["a", "b", "c"], ["d", "e"]])
  }

  @Test("A file's names are read without its comments and texts")
  func names() {
    let names = SourceNames(
      """
      @frozen public final class First: Base { // Comment
        struct Member {}
        let text = "Text \\" Text", other: Other /* Block
        Block */
      }
      extension Second { func call() { Third.call(first) } }
      private typealias Fourth = Fifth
      """)
    #expect(names.declared == ["First", "Fourth"])
    #expect(names.used == ["First", "Base", "Member", "Other", "Second", "Third", "Fourth", "Fifth"])
  }
}
