public import FlowState

/// Runs every way through a declared flow, and tells which ones hang, fail or never end.
///
/// Each step is answered instead of doing its work: without a result, unless the check is given an answer for it. The ways
/// on are those of the path, whatever the results are; completion closures and failure routes run as ever. Queue and clock
/// are played by hand, so a check takes no time but its own.
///
/// ```swift
/// let report = try PathCheck(answers: ["email": .result("ada@example.org")]).run(variants)
/// #expect(report.findings.isEmpty, "\(report)")
/// ```
public struct PathCheck: Sendable {
  private let visitsPerStep: Int
  private let limit: Int
  private let answers: [String: FlowScript.Answer]

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - visitsPerStep: How often a path may come to the same step; at least once. With once a flow that loops is left
  ///     before it comes back.
  ///   - limit: How many paths of one flow are run at most; the report says if there were more.
  ///   - answers: What steps do, by their names, instead of completing without a result.
  public init(visitsPerStep: Int = 2, limit: Int = 10_000, answers: [String: FlowScript.Answer] = [:]) {
    precondition(limit > 0, "A PathCheck is to run \(limit) paths; it needs at least one.")
    self.visitsPerStep = visitsPerStep
    self.limit = limit
    self.answers = answers
  }

  /// Runs the paths of a flow, on the calling thread.
  ///
  /// - Parameter chain: The flow.
  /// - Returns: What was found.
  /// - Throws: `FlowChainError` with everything that is wrong with the chain.
  public func run(_ chain: FlowChain) throws(FlowChainError) -> PathReport {
    try run(chain, variant: nil)
  }

  /// Runs the paths of every variant of a flow, on the calling thread.
  ///
  /// - Parameter variants: The variants.
  /// - Returns: What was found.
  /// - Throws: `FlowVariantsError` with everything that is wrong with the variants.
  public func run(_ variants: FlowVariants) throws(FlowVariantsError) -> PathReport {
    try variants.requireValid()
    var report = PathReport()
    for (variant, chain) in variants.all {
      do {
        report.add(try run(chain, variant: variant))
      } catch {
        preconditionFailure("Variant '\(variant)' was valid, and then was not: \(error)")
      }
    }
    return report
  }

  private func run(_ chain: FlowChain, variant: String?) throws(FlowChainError) -> PathReport {
    let flow = try Flow(rehearsing: chain)
    let names = Set(chain.steps.map(\.identifier))
    var report = PathReport()
    for path in chain.paths(visitsPerStep: visitsPerStep) {
      guard report.pathCount < limit else {
        report.isCutShort = true
        break
      }
      let trial = PathTrial(path, of: names, answers)
      report.note(trial.run(flow), on: path, of: variant)
    }
    return report
  }
}
