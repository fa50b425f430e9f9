/// The steps whose values a run surely has at a place, in every order of the document.
struct SureValues: Sendable {
  /// A place in a run.
  enum Place: Sendable {
    /// The beginning of the step.
    case beginning(Int)
    /// The moment at which the step has completed with a value.
    case completion(Int)
  }

  private let ways: [(variants: [String], tree: DominatorTree)]
  private let count: Int

  /// Finds the values.
  ///
  /// - Parameters:
  ///   - ways: The ways of the document.
  ///   - count: The number of steps.
  init(_ ways: [StepWays], count: Int) {
    self.count = count
    self.ways = ways.compactMap { way in
      guard let first = way.listed.first else { return nil }
      return (way.variants, DominatorTree(from: first, way.graph))
    }
  }

  /// Returns the variants in which a run can come to a place without the value of a step; nil if it can't. Without variants, the list is empty.
  ///
  /// - Parameters:
  ///   - step: The step with the value.
  ///   - place: The place.
  /// - Returns: The variants.
  func variants(without step: Int, at place: Place) -> [String]? {
    let node =
      switch place {
      case .beginning(let place): place
      case .completion(let place): count + place
      }
    let missing = ways.filter { $0.tree.isReached(node) && !$0.tree.passes(count + step, before: node) }
    return missing.isEmpty ? nil : missing.flatMap(\.variants)
  }
}
