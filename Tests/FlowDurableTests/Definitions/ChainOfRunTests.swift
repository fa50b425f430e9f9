import DurableTestSupport
import FlowChains
import FlowExperiments
import FlowJSON
import FlowState
import Testing

@testable import FlowDurable

/// The chain of a run, by its records.
struct ChainOfRunTests {
  private func definition() throws -> DurableDefinition {
    let experiment = try Experiment("order", variants: [.init("long"), .init("short")])
    let variants = FlowVariants(
      experiment,
      [
        "long": FlowChain("order") {
          append("a")
          append("b").keeping(TheText.self)
        }, "short": FlowChain("order") { append("b").keeping(TheText.self) },
      ])
    return try DurableFlow(variants, identifier: "order", String.self, keeping: TheText.self) { $0[TheText.self] }
      .definition
  }

  private func began(_ variant: String?) -> FlowRecord {
    var run = NewRun(flow: "order", content: "x")
    if let variant { run.assignments = [VariantAssignment(experiment: "order", variant: variant, reason: .assigned)] }
    return FlowRecord(.began(FlowRecord.Began(run)))
  }

  @Test(arguments: ["long", "short"])
  func `The chain of a run is that of its variant, even after a snapshot`(variant: String) throws {
    let definition = try definition()
    let snapshot = try RunCourse([began(variant)], definition.rules).snapshot
    let expected = variant == "long" ? ["a", "b"] : ["b"]
    #expect(definition.chain(of: [began(variant)])?.steps.map(\.identifier) == expected)
    #expect(definition.chain(of: [snapshot])?.steps.map(\.identifier) == expected)
  }

  @Test func `The chain of a run isn't known without its variant`() throws {
    let definition = try definition()
    #expect(definition.chain(of: [began("other")]) == nil)
    #expect(definition.chain(of: [try RunCourse([began(nil)], definition.rules).snapshot]) == nil)
    #expect(definition.chain(of: [FlowRecord(.snapshot(.init(["assignments": 5], step: nil)))]) == nil)
    #expect(definition.chain(of: []) == nil)
    // A flow without variants has one chain.
    let one = try textFlow { append("a") }.definition
    #expect(one.chain(of: [])?.steps.count == 1)
    #expect(one.chain(of: [try RunCourse([began(nil)], one.rules).snapshot])?.steps.count == 1)
  }
}
