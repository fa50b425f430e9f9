import FlowExperiments
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Experiments that change while they run: names, coverage, kept and forced variants, targeting.
struct ExperimentChangeTests {
  /// A store in memory.
  final class Memory: VariantStore, @unchecked Sendable {
    // Guard: each test uses it on one thread.
    var kept: [String: String] = [:]

    func variant(of experiment: String, for unit: String) -> String? { kept["\(experiment)/\(unit)"] }
    func keep(_ variant: String, of experiment: String, for unit: String) { kept["\(experiment)/\(unit)"] = variant }
  }

  private let units = UnitIDs.uuids.first(2_000)

  private func variants(_ experiment: Experiment, _ store: (any VariantStore)? = nil) throws -> [String] {
    try units.map { try experiment.assignment(for: $0, keptIn: store).variant }
  }

  @Test("Renaming an experiment, its variants, or its group with the old salts moves no unit")
  func salts() throws {
    let before = try Experiment("order", variants: [.init("control", weight: 2), .init("short")])
    let after = try Experiment(
      "signup-order", salt: "order",
      variants: [.init("plain", weight: 2, salt: "control"), .init("brief", salt: "short")])
    #expect(try variants(before) == variants(after).map { $0 == "plain" ? "control" : "short" })
    let group = try ExclusiveGroup("g", members: [.init(before, share: 0.5)])
    let renamed = try ExclusiveGroup("signup", salt: "g", members: [.init(after, share: 0.5)])
    #expect(units.map { group.experiment(for: $0) != nil } == units.map { renamed.experiment(for: $0) != nil })
    #expect(try variants(before) != variants(Experiment("other", variants: before.variants)))
  }

  @Test("An experiment covers its share of the units, and more coverage moves none of them")
  func coverage() throws {
    func experiment(_ coverage: Double) throws -> Experiment {
      try Experiment("order", variants: [.init("control"), .init("short")], coverage: coverage)
    }
    let small = try units.map { try experiment(0.2).assignment(for: $0) }
    let large = try units.map { try experiment(0.6).assignment(for: $0) }
    let covered = small.filter(\.takesPart).count
    #expect(abs(covered - 400) < 90, "less than five standard deviations off")
    for (before, after) in zip(small, large) {
      if before.takesPart {
        #expect(after == before)
      } else {
        #expect(before == VariantAssignment(experiment: "order", variant: "control", reason: .notCovered))
      }
    }
    #expect(try !experiment(0).assignment(for: "u").takesPart)
    #expect(try experiment(1).assignment(for: "u").takesPart)
  }

  @Test("Some units can be forced to a variant, and an override takes precedence")
  func forced() throws {
    let experiment = try Experiment(
      "order", variants: [.init("control"), .init("short")], coverage: 0, forced: ["tester": "short"])
    #expect(
      try experiment.assignment(for: "tester")
        == VariantAssignment(experiment: "order", variant: "short", reason: .forced))
    #expect(try experiment.assignment(for: "tester", override: "control").reason == .overridden)
    #expect(try experiment.assignment(for: "user").reason == .notCovered)
    let group = try ExclusiveGroup("g", members: [.free(share: 1 - 1e-9), .init(experiment, share: 1e-9)])
    #expect(try group.assignment(of: "order", for: "tester").variant == "short")
  }

  @Test("A closure targets units, and all others get the first variant")
  func targeting() throws {
    let all = try Experiment("order", variants: [.init("control"), .init("short")])
    let dutch = all.targeting { $0.hasSuffix("nl") }
    #expect(try dutch.assignment(for: "jan.nl") == all.assignment(for: "jan.nl"))
    #expect(
      try dutch.assignment(for: "joe.us")
        == VariantAssignment(experiment: "order", variant: "control", reason: .notTargeted))
    let copy = dutch
    #expect(copy == dutch)
    #expect(dutch != all)
    #expect(dutch != all.targeting { $0.hasSuffix("nl") })
  }

  @Test("A kept variant stays whatever changes, and a variant that is gone is drawn again")
  func kept() throws {
    let store = Memory()
    let first = try Experiment("order", variants: [.init("control"), .init("short")])
    let before = try variants(first, store)
    #expect(try before == variants(first), "the first time, they are drawn")
    let later = try Experiment(
      "renamed", salt: "order", variants: [.init("control", weight: 0.001), .init("brief", weight: 9, salt: "short")],
      coverage: 0.1
    ).targeting { _ in false }
    #expect(try variants(later, store) == before.map { $0 == "short" ? "brief" : $0 })
    #expect(try later.assignment(for: units[0], keptIn: store).reason == .kept)
    #expect(try later.assignment(for: "new", keptIn: store).reason == .notTargeted)
    let gone = try Experiment("order", variants: [.init("new"), .init("newer")])
    #expect(try variants(gone, store) == variants(gone))
    let excluded = Memory()
    _ = try variants(Experiment("order", variants: [.init("a")], coverage: 0), excluded)
    #expect(excluded.kept.isEmpty, "a unit that does not take part is not kept")
  }

  @Test("A kept variant in a group keeps the unit out of the group's other experiments")
  func keptInGroup() throws {
    let store = Memory()
    let (one, two) = try (Experiment("one", variants: [.init("a")]), Experiment("two", variants: [.init("b")]))
    let before = try ExclusiveGroup("g", members: [.init(one, share: 1)])
    #expect(try before.assignment(of: "one", for: "u", keptIn: store).reason == .assigned)
    let after = try ExclusiveGroup("g", members: [.init(two, share: 1 - 1e-9), .init(one, share: 1e-9)])
    #expect(try after.assignment(of: "one", for: "u", keptIn: store).reason == .kept)
    #expect(try after.assignment(of: "two", for: "u", keptIn: store).reason == .excluded(by: "g"))
    #expect(try after.assignment(of: "two", for: "u").reason == .assigned)
  }

  @Test("Invalid arguments are all refused at once")
  func problems() {
    let error = #expect(throws: ExperimentError.self) {
      try Experiment(
        "order", variants: [.init("a"), .init("b", salt: "a")], coverage: 1.5, forced: ["u": "z", "t": "b"])
    }
    #expect(
      error?.description
        == "Variants 1 and 2 of experiment 'order' have the same salt, 'a'. Experiment 'order' has the coverage 1.5; a "
        + "coverage is at least 0 and at most 1. Experiment 'order' forces unit 'u' to the unknown variant 'z'; its "
        + "variants are: a, b.")
    #expect(throws: ExperimentError.self) { try Experiment("order", variants: [.init("a")], coverage: .nan) }
  }

  @Test(
    "An assignment is Codable, and its encoded form never changes",
    arguments: [
      (VariantAssignment.Reason.assigned, #"{"experiment":"e","reason":"assigned","variant":"v"}"#),
      (.kept, #"{"experiment":"e","reason":"kept","variant":"v"}"#),
      (.forced, #"{"experiment":"e","reason":"forced","variant":"v"}"#),
      (.overridden, #"{"experiment":"e","reason":"overridden","variant":"v"}"#),
      (.excluded(by: "g"), #"{"experiment":"e","group":"g","reason":"excluded","variant":"v"}"#),
      (.notTargeted, #"{"experiment":"e","reason":"notTargeted","variant":"v"}"#),
      (.notCovered, #"{"experiment":"e","reason":"notCovered","variant":"v"}"#),
    ])
  func codable(reason: VariantAssignment.Reason, text: String) throws {
    let assignment = VariantAssignment(experiment: "e", variant: "v", reason: reason)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(assignment), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(VariantAssignment.self, from: Data(text.utf8)) == assignment)
  }

  @Test("An assignment with an unknown reason does not decode")
  func undecodable() {
    for text in [
      #"{"experiment":"e","reason":"x","variant":"v"}"#, #"{"experiment":"e","reason":"excluded","variant":"v"}"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(VariantAssignment.self, from: Data(text.utf8)) }
    }
  }

  @Test("An assignment's description names its reason")
  func words() {
    let words = [VariantAssignment.Reason.kept, .forced, .notTargeted, .notCovered].map { reason in
      "\(VariantAssignment(experiment: "e", variant: "v", reason: reason))"
    }
    #expect(
      words == ["kept", "forced", "not targeted", "not covered"].map { "variant 'v' of experiment 'e', \($0)" })
  }
}
