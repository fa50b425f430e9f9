import FlowExperiments
import FlowState
import TestSupport
import Testing

/// Experiments that must not share units.
struct ExclusiveGroupTests {
  let order: Experiment
  let colour: Experiment
  let group: ExclusiveGroup

  init() throws {
    order = try Experiment("signup-order", variants: [.init("control"), .init("short")])
    colour = try Experiment("colour", variants: [.init("blue", weight: 3), .init("green", weight: 1)])
    group = try ExclusiveGroup("checkout", members: [.init(order, share: 0.5), .init(colour, share: 0.3)])
  }

  @Test(
    "An exclusive group puts each unit into the experiment that another implementation computed",
    arguments: [
      ("", "signup-order"), ("user-1", "colour"), ("user-2", "signup-order"), ("42", "colour"),
      ("ana@example.com", "colour"), ("0d7c1f6e-6a0c-4f1a-9d51-3b2f4f8e6c11", "colour"), ("Ζωή", "signup-order"),
      ("user-4", nil), ("user-6", nil),
    ])
  func vectors(unit: String, experiment: String?) {
    #expect(group.experiment(for: unit)?.name == experiment)
  }

  @Test("Each of 100,000 units is in one experiment at most, and the experiments have their shares", .countsManyUnits)
  func exclusive() throws {
    var counts = [0, 0, 0]
    var meetings = 0
    for unit in UnitIDs.emails.first(100_000) {
      let inOrder = try group.assignment(of: "signup-order", for: unit).reason == .assigned
      let inColour = try group.assignment(of: "colour", for: unit).reason == .assigned
      if inOrder, inColour { meetings += 1 }
      counts[inOrder ? 0 : inColour ? 1 : 2] += 1
    }
    #expect(meetings == 0)
    #expect(ChiSquare.ofShares(counts, weights: [0.5, 0.3, 0.2]) < 13.816)
  }

  @Test("Units that take part get variants by weight, and all others get the first variant", .countsManyUnits)
  func variants() throws {
    var table = [[0, 0], [0, 0]]
    for unit in UnitIDs.numbers.first(100_000) {
      let assignment = try group.assignment(of: "colour", for: unit)
      table[assignment.reason == .assigned ? 0 : 1][assignment.variant == "blue" ? 0 : 1] += 1
    }
    #expect(ChiSquare.ofShares(table[0], weights: [3, 1]) < 10.828)
    #expect(table[1][1] == 0)
  }

  @Test("A unit that an experiment forces takes part in that experiment only")
  func forced() throws {
    // The draw puts this unit into the other experiment.
    let unit = "user-2"
    #expect(group.experiment(for: unit)?.name == "signup-order")
    let forcing = try Experiment("colour", variants: [.init("blue"), .init("green")], forced: [unit: "green"])
    let group = try ExclusiveGroup("checkout", members: [.init(order, share: 0.5), .init(forcing, share: 0.3)])
    #expect(group.experiment(for: unit)?.name == "colour")
    #expect(try group.assignment(of: "colour", for: unit).variant == "green")
    #expect(try group.assignment(of: "signup-order", for: unit).reason == .excluded(by: "checkout"))
    let store = ExperimentChangeTests.Memory()
    _ = try self.group.assignment(of: "signup-order", for: unit, keptIn: store)
    #expect(try group.assignment(of: "signup-order", for: unit, keptIn: store).reason == .excluded(by: "checkout"))
  }

  @Test("The assignment of an excluded unit names the group")
  func excluded() throws {
    #expect(
      try group.assignment(of: "colour", for: "user-2")
        == VariantAssignment(experiment: "colour", variant: "blue", reason: .excluded(by: "checkout")))
  }

  @Test("An override takes precedence over the exclusion")
  func override() throws {
    #expect(
      try group.assignment(of: "colour", for: "user-2", override: "green")
        == VariantAssignment(experiment: "colour", variant: "green", reason: .overridden))
    #expect(
      throws: ExperimentError(problems: [.unknownVariant("red", experiment: "colour", known: ["blue", "green"])])
    ) {
      try group.assignment(of: "colour", for: "user-1", override: "red")
    }
  }

  @Test("An experiment that is not in the group is refused with a list of the group's experiments")
  func unknown() throws {
    let error = #expect(throws: ExperimentError.self) { try group.assignment(of: "size", for: "user-1") }
    #expect(
      error?.description == "Group 'checkout' has no experiment 'size'; its experiments are: signup-order, colour.")
    let free = try ExclusiveGroup("later", members: [.free(share: 1)])
    let none = #expect(throws: ExperimentError.self) { try free.assignment(of: "size", for: "user-1") }
    #expect(none?.description == "Group 'later' has no experiment 'size'; it has no experiments.")
  }

  @Test(
    "An added experiment takes only free units, and one that ends frees only its own units",
    .countsManyUnits)
  func movement() throws {
    let size = try Experiment("size", variants: [.init("s"), .init("l")])
    let more = try ExclusiveGroup("checkout", members: group.members + [.init(size, share: 0.1)])
    let fewer = try ExclusiveGroup("checkout", members: [.free(share: 0.5)] + group.members.dropFirst())
    var moves: Set<[String?]> = []
    for unit in UnitIDs.numbers.first(100_000) {
      let experiment = group.experiment(for: unit)?.name
      let afterAdding = more.experiment(for: unit)?.name
      let afterEnding = fewer.experiment(for: unit)?.name
      if afterAdding != experiment { moves.insert(["adding", experiment, afterAdding]) }
      if afterEnding != experiment { moves.insert(["ending", experiment, afterEnding]) }
    }
    #expect(moves == [["adding", nil, "size"], ["ending", "signup-order", nil]])
  }

  @Test("A unit with a kept variant takes part only in that experiment, whatever its place is now")
  func kept() throws {
    let store = ExperimentChangeTests.Memory()
    let (one, two) = try (
      Experiment("one", variants: [.init("a"), .init("b")]), Experiment("two", variants: [.init("c"), .init("d")])
    )
    let unit = "user-1"
    _ = try one.assignment(for: unit, keptIn: store)
    // The place of every unit is now in the other experiment.
    let group = try ExclusiveGroup("group", members: [.init(two, share: 1), .init(one, share: 1e-10)])
    #expect(group.experiment(for: unit)?.name == "two")
    #expect(try group.assignment(of: "one", for: unit, keptIn: store).reason == .kept)
    #expect(try group.assignment(of: "two", for: unit, keptIn: store).reason == .excluded(by: "group"))
    #expect(try group.assignment(of: "two", for: unit).reason == .assigned)
  }
}
