import FlowChains
import FlowExperiments
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The flow of a unit in one call.
struct VariantFlowTests {
  enum Last: FlowContextKey<String> {}

  private let experiment: Experiment
  private let chain = FlowChain("signup") {
    SampleSteps.free("a").keeping(Last.self)
    SampleSteps.free("b").keeping(Last.self)
  }
  private let variants: FlowVariants

  init() throws {
    experiment = try Experiment("order", variants: [.init("plain"), .init("turned")])
    variants = FlowVariants(experiment, ["plain": chain, "turned": try chain.ordered(by: ["b", "a"])])
  }

  @Test(
    "A unit's flow runs its variant's chain and reports the assignment at its start", arguments: ["plain", "turned"])
  func flow(name: String) throws {
    let recorder = FlowRecorder([])
    let flow = try variants.flow(for: "user", override: name, Any.self) { context in
      "\(context[Last.self] ?? "") \(context.variant(of: "order") ?? "")"
    }
    #expect(try flow.observed(by: recorder).runAndWait() == (name == "plain" ? "b plain" : "a turned"))
    #expect(recorder.lines[1] == "variant '\(name)' of experiment 'order', overridden")
    #expect(recorder.lines.filter { $0.hasPrefix("variant") }.count == 1)
    #expect(
      try variants.flow(for: "user", override: name, Any.self, String.self).runAndWait()
        == (name == "plain" ? "b" : "a"))
  }

  @Test("Units get the variant that the experiment draws, and a store keeps it")
  func units() throws {
    let store = ExperimentChangeTests.Memory()
    for unit in UnitIDs.uuids.first(20) {
      let flow: Flow<Any, String> = try variants.flow(for: unit, keptIn: store)
      #expect(try flow.runAndWait() == (experiment.assignment(for: unit).variant == "plain" ? "b" : "a"))
    }
    #expect(store.kept.count == 20)
  }

  @Test("Making a unit's flow reports every problem with a message")
  func errors() throws {
    func message(_ variants: FlowVariants, override: String? = nil) -> String? {
      do {
        _ = try variants.flow(for: "u", override: override, Any.self, Int.self)
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message(variants, override: "other")
        == "Experiment 'order' has no variant 'other'; its variants are: plain, turned.")
    #expect(
      message(variants, override: "plain")
        == "Variant 'plain': The flow cannot end with step 'b': it yields String, and the flow yields Int.")
    #expect(
      message(FlowVariants(experiment, ["plain": chain])) == "Variant 'turned' has no steps: no chain was given for it."
    )
  }

  @Test("An assignment of a group has its flow too, and an excluded unit is not exposed")
  func group() throws {
    let group = try ExclusiveGroup("g", members: [.free(share: 1)] + [])
    #expect(group.experiment(for: "u") == nil)
    let excluded = VariantAssignment(experiment: "order", variant: "plain", reason: .excluded(by: "g"))
    let recorder = FlowRecorder([])
    let flow = try variants.flow(for: excluded) { chain throws(FlowChainError) in try Flow(chain, Any.self, String.self)
    }
    #expect(try flow.observed(by: recorder).runAndWait() == "b")
    #expect(!recorder.lines.contains { $0.hasPrefix("variant") })
  }
}
