import FlowExperiments
import FlowState
import TestSupport
import Testing

/// The units that move when an experiment changes, for all of 100,000 units.
@Suite(.countsManyUnits)
struct ExperimentMovementTests {
  struct Move: Hashable {
    let from: String
    let to: String
  }

  static let units = UnitIDs.uuids.first(100_000)
  /// The first variant of each unit.
  static let before = Result { try variants(of: experiment([("a", 2), ("b", 1), ("c", 1)])) }

  static func experiment(_ variants: [(String, Double)]) throws -> Experiment {
    try Experiment("signup-order", variants: variants.map { .init($0.0, weight: $0.1) })
  }

  static func variants(of experiment: Experiment) throws -> [String] {
    try units.map { try experiment.assignment(for: $0).variant }
  }

  /// The number of units that have moved between each two variants.
  func moves(to variants: [(String, Double)]) throws -> [Move: Int] {
    var moves: [Move: Int] = [:]
    for (from, to) in zip(try Self.before.get(), try Self.variants(of: Self.experiment(variants))) where from != to {
      moves[Move(from: from, to: to), default: 0] += 1
    }
    return moves
  }

  @Test("A variant that grows only takes units, as many as it grows by")
  func growing() throws {
    let moves = try moves(to: [("a", 2), ("b", 2), ("c", 1)])
    #expect(Set(moves.keys) == [Move(from: "a", to: "b"), Move(from: "c", to: "b")])
    // From a quarter to two fifths: 15,000 units, and less than five standard deviations off.
    #expect(abs(moves.values.reduce(0, +) - 15_000) < 565)
  }

  @Test("A variant that shrinks only gives units")
  func shrinking() throws {
    let moves = try moves(to: [("a", 1), ("b", 1), ("c", 1)])
    #expect(Set(moves.keys) == [Move(from: "a", to: "b"), Move(from: "a", to: "c")])
  }

  @Test("A variant that is added only takes units, from each other variant in proportion")
  func adding() throws {
    let moves = try moves(to: [("new", 1), ("a", 2), ("b", 1), ("c", 1)])
    let froms = ["a", "b", "c"].map { Move(from: $0, to: "new") }
    #expect(Set(moves.keys) == Set(froms))
    #expect(ChiSquare.ofShares(froms.map { moves[$0] ?? 0 }, weights: [2, 1, 1]) < 13.816)
  }

  @Test("A variant that is removed gives its units to the others in proportion, and no other unit moves")
  func removing() throws {
    let moves = try moves(to: [("a", 2), ("c", 1)])
    let tos = ["a", "c"].map { Move(from: "b", to: $0) }
    #expect(Set(moves.keys) == Set(tos))
    #expect(ChiSquare.ofShares(tos.map { moves[$0] ?? 0 }, weights: [2, 1]) < 10.828)
  }

  @Test("Several weights that change at once move more units than necessary, here 30% instead of 25%")
  func several() throws {
    let moves = try moves(to: [("a", 1), ("b", 2), ("c", 1)])
    #expect(Set(moves.keys) == [Move(from: "a", to: "b"), Move(from: "a", to: "c"), Move(from: "c", to: "b")])
    #expect(abs(moves.values.reduce(0, +) - 30_000) < 500)
  }

  @Test("Multiplying all weights by a power of two or reordering the variants moves no unit")
  func scaling() throws {
    #expect(try moves(to: [("c", 0x1p-900), ("b", 0x1p-900), ("a", 0x1p-899)]).isEmpty)
  }
}
