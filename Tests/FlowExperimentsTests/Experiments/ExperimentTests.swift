import FlowExperiments
import FlowState
import Testing

/// The variants that experiments assign, and the names that they refuse.
struct ExperimentTests {
  let order: Experiment

  init() throws {
    order = try Experiment(
      "signup-order", variants: [.init("control", weight: 2), .init("short", weight: 1), .init("long", weight: 1)])
  }

  @Test(
    "An ID gets the variant that another implementation computed, the same in every release",
    arguments: [
      ("", "long", "blau"), ("user-1", "control", "blau"), ("user-2", "control", "blau"), ("42", "long", "blau"),
      ("ana@example.com", "control", "blau"), ("0d7c1f6e-6a0c-4f1a-9d51-3b2f4f8e6c11", "control", "blau"),
      ("Ζωή", "control", "blau"), ("👩‍👩‍👧", "control", "blau"), ("caf\u{e9}", "long", "blau"),
      ("cafe\u{301}", "short", "grün"), ("user-6", "control", "grün"), ("user-7", "short", "blau"),
      ("user-10", "long", "grün"),
    ])
  func vectors(unit: String, inOrder: String, inColour: String) throws {
    let colour = try Experiment(
      "Farbe, Gr\u{fc}n", variants: [.init("blau", weight: 0.75), .init("gr\u{fc}n", weight: 0.25)])
    #expect(
      try order.assignment(for: unit)
        == VariantAssignment(experiment: "signup-order", variant: inOrder, reason: .assigned))
    #expect(try colour.assignment(for: unit).variant == inColour)
  }

  @Test("The order of the variants does not affect the assignment")
  func orderOfVariants() throws {
    let reversed = try Experiment("signup-order", variants: order.variants.reversed())
    for unit in UnitIDs.emails.first(1_000) {
      #expect(try order.assignment(for: unit) == reversed.assignment(for: unit))
    }
  }

  @Test("An experiment with one variant assigns it to any unit")
  func single() throws {
    let only = try Experiment("only", variants: [.init("a", weight: .leastNonzeroMagnitude)])
    #expect(try only.assignment(for: "").variant == "a")
  }

  @Test("An override replaces the drawn variant and is recorded as the reason")
  func override() throws {
    let assignment = try order.assignment(for: "user-1", override: "long")
    #expect(assignment == VariantAssignment(experiment: "signup-order", variant: "long", reason: .overridden))
    #expect(try order.assignment(for: "user-1", override: "control").reason == .overridden)
  }

  @Test("An unknown variant's name is refused with a list of the variants", arguments: ["Long", ""])
  func unknownOverride(name: String) {
    let error = #expect(throws: ExperimentError.self) { try order.assignment(for: "user-1", override: name) }
    #expect(
      error?.description
        == "Experiment 'signup-order' has no variant '\(name)'; its variants are: control, short, long.")
  }

  @Test("An assignment's description names the variant, the experiment, and the reason")
  func words() throws {
    #expect(try "\(order.assignment(for: "user-1"))" == "variant 'control' of experiment 'signup-order'")
    #expect(
      try "\(order.assignment(for: "user-1", override: "long"))"
        == "variant 'long' of experiment 'signup-order', overridden")
    #expect(
      "\(VariantAssignment(experiment: "e", variant: "v", reason: .excluded(by: "g")))"
        == "variant 'v' of experiment 'e', excluded by group 'g'")
  }

  @Test("Experiments are equal if their names and variants are")
  func equality() throws {
    #expect(try order == Experiment("signup-order", variants: order.variants))
    #expect(try order != Experiment("other", variants: order.variants))
    #expect(try order != Experiment("signup-order", variants: order.variants.dropLast()))
  }
}
