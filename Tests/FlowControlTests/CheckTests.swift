import FlowDurable
import Foundation
import Testing

/// `check`.
struct CheckTests {
  @Test("The `check` command reports that a stored run fits")
  func fine() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    try await harness.append([ControlHarness.charged], to: run, then: .release(after: .zero))
    let (code, output, _) = await harness.run("check")
    #expect(code == 0)
    #expect(output == "The stored run fits.\n")
    #expect(await harness.run("check", "--json").output.isEmpty)
  }

  @Test("The `check` command reports that there are no runs, or how many fit")
  func count() async throws {
    let harness = try ControlHarness()
    #expect(await harness.run("check").output == "There are no stored runs to check.\n")
    for _ in 0..<2 {
      let run = try await harness.add()
      try await harness.append([ControlHarness.charged], to: run, then: .release(after: .zero))
    }
    #expect(await harness.run("check").output == "All 2 stored runs fit.\n")
  }

  @Test("The `check` command reports a run at a step that doesn't exist any more")
  func gone() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.destination = "pack"
    try await harness.append([.settled(settled)], to: run, then: .release(after: .zero))
    let (code, output, _) = await harness.run("check")
    #expect(code == 65)
    #expect(output.hasPrefix("order: run 1 stands at 'pack'"))
    let json = await harness.run("check", "--json").output
    #expect(json.contains(#""runs":[1]"#) && json.contains(#""step":"pack""#))
    // A reader such as 'head' has closed the output.
    var closed = harness
    closed.outputEnd = (0, EPIPE)
    for words in [["check"], ["check", "--json"]] { #expect(await closed.run(words).code == 65) }
    closed.outputEnd = (0, ENOSPC)
    #expect(await closed.run("check").code == 70)
  }

  @Test("The `check` command shows control characters of a store as codes")
  func printable() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.destination = "pack\u{1B}[2J\nThe stored run fits."
    try await harness.append([.settled(settled)], to: run, then: .release(after: .zero))
    let output = await harness.run("check").output
    #expect(output.hasPrefix(#"order: run 1 stands at 'pack\u{1B}[2J\u{A}The stored run fits.'"#))
    #expect(output.split(separator: "\n").count == 1)
  }
}
