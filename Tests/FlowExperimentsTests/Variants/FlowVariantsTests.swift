import FlowChains
import FlowExperiments
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Variants of declared flows, and reading a run's own variant.
struct FlowVariantsTests {
  private let experiment: Experiment
  private let chain = FlowChain(identifier: "signup", ["a", "b"].map { SampleSteps.free($0).step })

  init() throws {
    experiment = try Experiment("order", variants: [.init("plain"), .init("turned")])
  }

  @Test("An assignment chooses the chain, is recorded by its runs, and can be read by their steps")
  func assigned() throws {
    let variants = FlowVariants(experiment, ["plain": chain, "turned": try chain.ordered(by: ["b", "a"])])
    #expect(variants.all.map(\.variant) == ["plain", "turned"])
    let assignment = try experiment.assignment(for: "u", override: "turned")
    let recorder = FlowRecorder([])
    let flow = try Flow(variants.chain(for: assignment), Any.self, String.self) { $0.variant(of: "order") }
    #expect(try flow.assigned(assignment, isExposedAtStart: true).observed(by: recorder).runAndWait() == "turned")
    #expect(
      recorder.lines == [
        "signup#1 run began", "variant 'turned' of experiment 'order', overridden", "b began", "b completed", "a began",
        "a completed", "rest", "signup#1 completed",
      ])
  }

  @Test("The chain of each variant can be read by its name, also if the experiment has no such variant")
  func chains() throws {
    let variants = FlowVariants(experiment, ["turned": try chain.ordered(by: ["b", "a"]), "typo": chain])
    #expect(variants.chains.mapValues { $0.steps.map(\.identifier) } == ["turned": ["b", "a"], "typo": ["a", "b"]])
    #expect(variants.all.map(\.variant) == ["turned"])
  }

  @Test("Any flow can be a variant, and a nested run knows the variants of the runs around it")
  func nested() throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let inner = Flow(Any.self, String.self, identifier: "N") { scope in
        let names = ["order", "inner", "other"].map { scope.context.variant(of: $0) ?? "none" }
        scope.result = names.joined(separator: " ")
        return FlowStep(Any.self, Void.self, identifier: "n") { _ in nil }
      }.assigned(VariantAssignment(experiment: "inner", variant: "x", reason: .assigned))
      let step = FlowStep(inner)
      step.setCompletion { step, names in
        scope.result = (names ?? "") + " / " + (step.context.variant(of: "inner") ?? "none")
      }
      return step
    }
    let assignment = try experiment.assignment(for: "u", override: "plain")
    #expect(try flow.assigned(assignment).runAndWait() == "plain x none / none")
    #expect(try flow.runAndWait() == "none x none / none")
  }

  @Test("Problems of all variants are reported at once, before anything runs")
  func problems() throws {
    let count = SampleSteps.transform("count") { (text: String?) in text?.count }
    let broken = FlowChain(identifier: "signup", [count.step, count.step])
    let variants = FlowVariants(experiment, ["turned": broken, "typo": chain])
    let sentences = [
      "Variant 'plain' has no steps: no chain was given for it.",
      "Variant 'turned': The identifier 'count' is used at positions 1, 2; each step needs one of its own.",
      "Variant 'turned': Step 'count' cannot follow 'count': it takes String, and 'count' yields Int.",
      "Experiment 'order' has no variant 'typo'; its variants are: plain, turned.",
    ]
    #expect(variants.validate().map(\.description) == sentences)
    let assignment = try experiment.assignment(for: "u", override: "turned")
    #expect {
      _ = try variants.chain(for: assignment)
    } throws: { error in
      "\(error)" == sentences.joined(separator: " ")
    }
  }

  @Test("A chain with a way without a stop can be a variant, because the problem doesn't prevent a flow")
  func wayWithoutStop() throws {
    let fork = SampleSteps.free("fork").branching(["on": .next, "off": .end]) { _ in "on" }
    let chain = FlowChain(identifier: "signup", [fork.step, SampleSteps.free("page").stop().step])
    let variants = FlowVariants(experiment, ["plain": chain, "turned": self.chain])
    #expect(variants.validate().map(\.variant) == ["plain"])
    #expect(try variants.checkedChains().count == 2)
  }

  @Test("An assignment of another experiment finds no chain")
  func foreign() throws {
    let variants = FlowVariants(experiment, ["plain": chain, "turned": chain])
    #expect {
      _ = try variants.chain(for: VariantAssignment(experiment: "other", variant: "plain", reason: .assigned))
    } throws: { error in
      "\(error)" == "Variant 'plain' is of experiment 'other'; these are the variants of experiment 'order'."
    }
    #expect {
      _ = try variants.chain(for: VariantAssignment(experiment: "order", variant: "z", reason: .assigned))
    } throws: { error in
      "\(error)" == "Experiment 'order' has no variant 'z'; its variants are: plain, turned."
    }
  }
}
