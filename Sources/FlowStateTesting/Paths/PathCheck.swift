public import FlowState

/// Runs every path through a declared flow, and reports the paths that hang, fail or never end.
///
/// The check answers each step instead of letting it do its work. A step completes without a result, unless the check has an
/// answer for it. After each step, the run follows the path, regardless of the result. Completion closures and failure routes
/// run as usual. The check plays the queue and the clock by hand, so delays take no time.
///
/// ```swift
/// let report = try PathCheck(answers: ["email": .result("ada@example.org")]).run(variants)
/// #expect(report.findings.isEmpty, "\(report)")
/// ```
public struct PathCheck: Sendable {
  private let visitsPerStep: Int
  private let limit: Int
  private let answers: [String: FlowAnswer]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - visitsPerStep: The number of times that a path may visit the same step, at least 1. With 1, a path leaves a loop
  ///     before it returns to a step.
  ///   - limit: The maximum number of paths to run for each flow. The report says if there are more. Traps if it isn't
  ///     positive.
  ///   - answers: The answers of steps that don't complete without a result, by the names of the steps.
  public init(visitsPerStep: Int = 2, limit: Int = 10_000, answers: [String: FlowAnswer] = [:]) {
    precondition(limit > 0, "A PathCheck cannot run \(limit) paths; its limit must be at least 1.")
    self.visitsPerStep = visitsPerStep
    self.limit = limit
    self.answers = answers
  }

  /// Runs the paths of a flow on the calling thread.
  ///
  /// - Parameter chain: The flow.
  /// - Returns: A report of the findings.
  /// - Throws: A `FlowChainError` that lists every problem of the chain.
  public func run(_ chain: FlowChain) throws(FlowChainError) -> PathReport {
    try run(chain, variant: nil)
  }

  /// Runs the paths of every variant of a flow on the calling thread.
  ///
  /// - Parameter variants: The variants.
  /// - Returns: A report of the findings.
  /// - Throws: A `FlowVariantsError` error that lists every problem of the variants.
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
