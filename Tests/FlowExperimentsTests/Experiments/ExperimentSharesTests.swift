import FlowExperiments
import FlowState
import TestSupport
import Testing

/// Shares and independence over 100,000 units. Nothing is left to chance: the ids are the same in each run of the
/// tests.
@Suite(.countsManyUnits)
struct ExperimentSharesTests {
  static let units = 100_000
  static let numbers = UnitIDs.numbers.first(units)
  static let paddedNumbers = UnitIDs.paddedNumbers.first(units)

  func experiment(_ name: String, _ weights: [Double]) throws -> Experiment {
    try Experiment(name, variants: weights.enumerated().map { .init("v\($0)", weight: $1) })
  }

  /// The places of the variants that units get.
  func places(in experiment: Experiment, of units: [String]) throws -> [Int] {
    let places = Dictionary(uniqueKeysWithValues: experiment.variants.enumerated().map { ($1.name, $0) })
    return try units.map { places[try experiment.assignment(for: $0).variant] ?? 0 }
  }

  /// The number of units that get each variant.
  func counts(_ experiment: Experiment, _ units: [String]) async throws -> [Int] {
    try await onThread {
      Result {
        var counts = experiment.variants.map { _ in 0 }
        for place in try places(in: experiment, of: units) { counts[place] += 1 }
        return counts
      }
    }.get()
  }

  @Test(
    "Shares match the weights for IDs of every shape", arguments: trials(UnitIDs.allCases, few: [.uuids, .unicode]))
  func shapes(ids: UnitIDs) async throws {
    let counts = try await counts(experiment("signup-order", [3, 1, 1]), ids.first(Self.units))
    #expect(ChiSquare.ofShares(counts, weights: [3, 1, 1]) < 13.816)
  }

  @Test(
    "Shares match the weights for weights and names of many kinds",
    arguments: [
      ("a", [1, 1]), ("b", [1, 99]), ("checkout/colour", [0.1, 0.2, 0.3, 0.4]), ("huge", [1e308, 1e308, 1e308]),
      ("tiny", [.leastNonzeroMagnitude, .leastNonzeroMagnitude * 2]), ("Ζωή", [1, 2, 3, 4, 5]),
    ] as [(String, [Double])])
  func weights(name: String, weights: [Double]) async throws {
    let counts = try await counts(experiment("e-" + name, weights), Self.numbers)
    let limit = try #require(ChiSquare.limits[weights.count - 1])
    // The sum of the largest weights would be infinite.
    let unit = weights.max() ?? 1
    #expect(ChiSquare.ofShares(counts, weights: weights.map { $0 / unit }) < limit)
  }

  @Test("A weight that is negligible beside another gets no units and does not disturb the others")
  func extremes() async throws {
    let experiment = try experiment(
      "extreme", [.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude])
    #expect(try await counts(experiment, UnitIDs.numbers.first(1_000)) == [1_000, 0, 0])
  }

  @Test(
    "Two experiments are independent, even if their names are similar",
    arguments: [("signup-order", "colour"), ("experiment-1", "experiment-2"), ("x", "x ")])
  func independence(one: String, other: String) async throws {
    let (one, other) = try (experiment(one, [2, 1, 1]), experiment(other, [1, 1, 3]))
    let table = try await onThread {
      Result {
        var table = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
        let units = Self.paddedNumbers
        for (row, column) in try zip(places(in: one, of: units), places(in: other, of: units)) {
          table[row][column] += 1
        }
        return table
      }
    }.get()
    #expect(ChiSquare.ofIndependence(table) < 18.467)
  }
}
