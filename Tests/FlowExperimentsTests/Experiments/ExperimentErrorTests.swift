import FlowExperiments
import FlowState
import Testing

/// The exact messages with which experiments and groups refuse invalid arguments.
struct ExperimentErrorTests {
  func refusal(_ name: String, _ variants: [Experiment.Variant]) -> String? {
    do {
      _ = try Experiment(name, variants: variants)
      return nil
    } catch {
      return error.description
    }
  }

  func refusal(_ name: String, _ members: [ExclusiveGroup.Member]) -> String? {
    do {
      _ = try ExclusiveGroup(name, members: members)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("An experiment without variants is refused")
  func noVariants() {
    #expect(refusal("order", [Experiment.Variant]()) == "Experiment 'order' has no variants.")
  }

  @Test("An experiment without a name is refused")
  func noName() {
    #expect(refusal("", [Experiment.Variant("a")]) == "An experiment has an empty name.")
  }

  @Test("A variant without a name is refused")
  func noVariantName() {
    #expect(
      refusal("order", [Experiment.Variant("a"), .init("")]) == "Variant 2 of experiment 'order' has an empty name.")
  }

  @Test("Variants with the same or canonically equivalent names are refused")
  func repeatedVariant() {
    #expect(
      refusal("order", [Experiment.Variant("a"), .init("b"), .init("a")])
        == "Variants 1 and 3 of experiment 'order' have the same name, 'a'.")
    #expect(refusal("order", [Experiment.Variant("\u{e9}"), .init("e\u{301}")]) != nil)
  }

  @Test(
    "A weight that is not a finite number above zero is refused",
    arguments: [(0, "0.0"), (-0.0, "-0.0"), (-1.5, "-1.5"), (.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")])
  func weights(weight: Double, text: String) {
    #expect(
      refusal("order", [Experiment.Variant("a"), .init("b", weight: weight)])
        == """
        Variant 2 ('b') of experiment 'order' has the weight \(text); a weight is a finite number greater than zero.
        """)
  }

  @Test("All problems are reported at once, in the order of their places")
  func everything() {
    let error = #expect(throws: ExperimentError.self) {
      try Experiment("", variants: [.init("a", weight: .nan), .init(""), .init("a", weight: -1)])
    }
    #expect(
      error
        == ExperimentError(problems: [
          .experimentWithoutName, .invalidWeight(.nan, variant: "a", place: 1, experiment: ""),
          .variantWithoutName(place: 2, experiment: ""), .repeatedVariant("a", places: [1, 3], experiment: ""),
          .invalidWeight(-1, variant: "a", place: 3, experiment: ""),
        ]))
    #expect(
      error?.description
        == """
        An experiment has an empty name. Variant 1 ('a') of experiment '' has the weight nan; a weight is a finite number \
        greater than zero. Variant 2 of experiment '' has an empty name. Variants 1 and 3 of experiment '' have the same \
        name, 'a'. Variant 3 ('a') of experiment '' has the weight -1.0; a weight is a finite number greater than zero.
        """)
  }

  @Test("A group without a name or members is refused")
  func emptyGroup() {
    #expect(
      refusal("", [ExclusiveGroup.Member]()) == "A group of experiments has an empty name. Group '' has no members.")
  }

  @Test("A group that contains an experiment twice is refused")
  func repeatedMember() throws {
    let order = try Experiment("order", variants: [.init("a")])
    #expect(
      refusal(
        "g", [ExclusiveGroup.Member(order, share: 0.1), .free(share: 0.1), .free(share: 0.1), .init(order, share: 0.1)])
        == "Members 1 and 4 of group 'g' are experiments of the same name, 'order'.")
  }

  @Test(
    "A group with two experiments of one salt is refused, because a variant of one would count as kept by the other")
  func repeatedMemberSalt() throws {
    let order = try Experiment("order", salt: "spring", variants: [.init("a"), .init("b")])
    let colour = try Experiment("colour", salt: "spring", variants: [.init("a"), .init("b")])
    #expect(
      refusal("g", [ExclusiveGroup.Member(order, share: 0.5), .free(share: 0.1), .init(colour, share: 0.4)])
        == "Members 1 and 3 of group 'g' are experiments with the same salt, 'spring'.")
  }

  @Test(
    "A share that is not above 0 and at most 1 is refused",
    arguments: [(0, "0.0"), (-0.5, "-0.5"), (1.5, "1.5"), (.nan, "nan"), (.infinity, "inf")])
  func shares(share: Double, text: String) throws {
    let order = try Experiment("order", variants: [.init("a")])
    #expect(
      refusal("g", [ExclusiveGroup.Member(order, share: share), .free(share: share)])
        == """
        Member 1 ('order') of group 'g' has the share \(text); a share is greater than 0 and at most 1. \
        Member 2 (free) of group 'g' has the share \(text); a share is greater than 0 and at most 1.
        """)
  }

  @Test("Shares that sum to more than 1 are refused")
  func sum() throws {
    let order = try Experiment("order", variants: [.init("a")])
    #expect(
      refusal("g", [ExclusiveGroup.Member(order, share: 0.75), .free(share: 0.5)])
        == "The shares of group 'g' sum to 1.25; they sum to 1 at most.")
  }

  @Test("Ten tenths sum to a whole, however they are rounded")
  func tenths() {
    #expect(refusal("g", (0..<10).map { _ in ExclusiveGroup.Member.free(share: 0.1) }) == nil)
    #expect(refusal("g", [0.1, 0.2, 0.7].map { ExclusiveGroup.Member.free(share: $0) }) == nil)
  }
}
