import Foundation
import Testing

/// Tests and the test kit wait with a bound, so that a test that fails, or a pool that starves, doesn't hang the suite.
///
/// `patiently` and its neighbours in `Tests/TestSupport/Patience` wait less than a minute, and report what didn't come.
struct WaitTests {
  /// The files whose waits need no bound, or are the bound, by the beginning of their paths.
  private static let allowed = [
    "Tests/TestSupport/Patience/": "the bound itself",
    "Tests/TestSupport/Threads.swift": "work on threads, which takes as long as it takes",
    "Tests/TestSupport/SmallStack.swift": "work on a thread, which takes as long as it takes",
    "Tests/DocumentationTests/WaitTests.swift": "the examples below",
    "Tests/DocumentationTests/UnboundedWait.swift": "the words of the search",
    "Tests/FlowDurableTests/Processes/KillTests.swift": "the random moments of kills, in a loop over kills",
    "Sources/FlowDurableTesting/Flows/CrashPatience.swift": "the bound of a crash explorer",
    "Tests/DocumentationTests/Surroundings": "what examples of the documentation take for granted",
    "Tests/DocumentationTests/Toolchain.swift": "the compiler",
    "Tests/FormDocuments/Comparing/FormWalker.swift": "a program that ends with its list of documents",
    "Packages/FlowWeb/Tests/WebTestSupport/Browser.swift":
      "a browser, which is killed if it doesn't answer",
  ]

  /// The folders of the tests, and the sources of the test kit.
  private static func folders() throws -> [String] {
    let packages = try FileManager.default.contentsOfDirectory(
      atPath: Documentation.root.appending(path: "Packages").path)
    return ["Tests", "Sources/FlowStateTesting", "Sources/FlowDurableTesting"]
      + packages.sorted().map { "Packages/\($0)/Tests" }
  }

  @Test("Tests and the test kit never wait without a bound")
  func waits() throws {
    var found: [String] = []
    for file in try Self.folders().flatMap(Documentation.files) where file.hasSuffix(".swift") {
      if Self.allowed.keys.contains(where: file.hasPrefix) { continue }
      found += UnboundedWait.all(in: try Documentation.text(file)).map { "\(file):\($0)" }
    }
    #expect(found == [], "Wait with patiently(_:until:), or with orSay:, which fail within a minute.")
  }

  @Test("No library yields in a loop until a condition is true")
  func libraries() throws {
    let files = Documentation.files(in: "Sources").filter { $0.hasSuffix(".swift") }
    let found = try files.flatMap { file in
      UnboundedWait.all(in: try Documentation.text(file)).filter { $0.text.contains("yield") }.map { "\(file):\($0)" }
    }
    #expect(found == [])
  }

  @Test(
    "The search finds loops and calls that wait without a bound",
    arguments: [
      "while events.all.isEmpty { await Task.yield() }",
      "while wakes.withLock({ $0 }) == before { await Task.yield() }",
      "while !(threads.withLock { $0.last?.isFinished ?? false }) { await Task.yield() }",
      "while !isGiven.load(ordering: .relaxed) { sched_yield() }",
      "while !isGiven.load(ordering: .relaxed) {}",
      "while child.isRunning, size() == before { usleep(200) }",
      "while try await store.count() != 1 {\n  await Task.yield()\n}",
      "repeat {\n  await Task.yield()\n} while events.isEmpty",
      "isReady.wait()", "try process.run()",
    ])
  func found(form: String) {
    #expect(UnboundedWait.all(in: "let a = 1\n\(form)\nlet b = 2").map(\.line) == [2])
  }

  @Test(
    "The search accepts work in a loop and waits with a bound",
    arguments: [
      "while let turn = turns.popFirst() { turn.run() }", "while queue.playOne() {}",
      "for _ in 0..<100 { await Task.yield() }", "isReady.wait(orSay: \"It isn't ready\")",
      "done.wait(timeout: .now() + 1)", "while count < 9 { count += 1 }\nawait Task.yield()",
      "try process.run(orSay: \"It did not end\")", "// while events.isEmpty { await Task.yield() }",
    ])
  func notFound(form: String) {
    #expect(UnboundedWait.all(in: form).map(\.line) == [])
  }
}
