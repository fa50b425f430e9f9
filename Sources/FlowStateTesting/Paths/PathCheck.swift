public import FlowChains
import FlowState

/// Runs every path through a declared flow, and reports the paths that hang, fail, or never end.
///
/// The check answers each step in place of its work. A step completes without a result, unless the check has an answer
/// for it. If a step has several answers, the check gives the answer after which the step itself chooses the route of
/// the path. If there is no such answer, the run still follows the path. After each result, the check also calls
/// the step's own choice of a route: an undeclared label is a finding, and so is an answer for a step that no checked
/// flow declares. Completion closures and failure routes run as usual. The check plays the queue and the clock by hand,
/// so delays take no time.
///
/// On a path without a fault, the check also plays Back, as a person does: at each stop, and by a route back at the end of
/// the path. The run must arrive at the previous stop, and from there come to the end of the path again. At the first stop, Back
/// must end the run as cancelled. The check plays Back once for each way from one stop to the next, and undoes no visits. A step
/// is a stop if it was declared as one, or made as one, such as a screen. A final step of the flow refuses Back. That is no
/// finding at a stop, and ``PathReport/refusals`` lists it.
///
/// The check first runs a few paths that together take every route, and then the others. If the limit ends the check
/// earlier, the report lists the remaining routes.
///
/// ```swift
/// let answers: [String: [FlowAnswer]] = ["email": [.result("ada@example.org"), .noResult]]
/// let report = try PathCheck(answers: answers).run(variants)
/// #expect(report.findings.isEmpty, "\(report)")
/// ```
public struct PathCheck: Sendable {
  private let visitsPerStep: Int
  private let limit: Int
  private let answers: [String: [FlowAnswer]]

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - visitsPerStep: The number of times that a path may visit the same step, at least 1. With 1, a path leaves a
  ///     loop before it returns to a step.
  ///   - limit: The maximum number of paths to run for each flow. The report indicates whether there are more. Traps if
  ///     it isn't positive.
  ///   - answers: The answers of steps that don't complete without a result, by the names of the steps.
  public init(visitsPerStep: Int = 2, limit: Int = 10_000, answers: [String: FlowAnswer] = [:]) {
    self.init(visitsPerStep: visitsPerStep, limit: limit, answers: answers.mapValues { [$0] })
  }

  /// Creates a check with several answers for a step.
  ///
  /// - Parameters:
  ///   - visitsPerStep: The number of times that a path may visit the same step, at least 1.
  ///   - limit: The maximum number of paths to run for each flow. Traps if it isn't positive.
  ///   - answers: The answers of each step. On a path, the step receives the first result after which it chooses the
  ///     route of the path, or else its first answer.
  public init(visitsPerStep: Int = 2, limit: Int = 10_000, answers: [String: [FlowAnswer]]) {
    requireUse(limit > 0, "A PathCheck cannot run \(limit) paths; its limit must be at least 1.")
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
    var report = try run(chain, variant: nil)
    report.noteAnswers(to: answers.keys, of: chain.steps)
    return report
  }

  /// Runs the paths of every variant of a flow on the calling thread.
  ///
  /// - Parameter variants: The variants.
  /// - Returns: A report of the findings.
  /// - Throws: Every problem of the variants; a `FlowVariantsError` for those of FlowExperiments.
  public func run<Failure>(_ variants: some FlowChainVariants<Failure>) throws(Failure) -> PathReport {
    let chains = try variants.checkedChains()
    var report = PathReport()
    for (variant, chain) in chains {
      do {
        report.add(try run(chain, variant: variant))
      } catch {
        trap("Variant '\(variant)' was valid, and then was not: \(error)")
      }
    }
    // Collect the steps of all variants, because a step of a single variant can have an answer, too.
    report.noteAnswers(to: answers.keys, of: chains.flatMap(\.chain.steps))
    return report
  }

  private func run(_ chain: FlowChain, variant: String?) throws(FlowChainError) -> PathReport {
    let flow = try Flow(rehearsing: chain)
    var cover = RouteCover(chain, visitsPerStep: visitsPerStep)
    var report = PathReport()
    var hasRun: Set<FlowPath> = []
    var backs = BackCover()
    func run(_ path: FlowPath) {
      hasRun.insert(path)
      cover.note(path)
      let trial = PathTrial(path, of: chain, answers)
      let fault = trial.run(flow)
      report.note(fault, on: path, of: variant)
      guard fault == nil else { return }
      while case let places = backs.next(of: trial.backPlaces, on: path), !places.isEmpty {
        let back = PathTrial(path, of: chain, answers, playingBackAt: places)
        report.noteBack(back.run(flow), refusal: back.refusal, on: path, of: variant)
        // A run that is at fault before it goes back would be again.
        backs.note(back.played.isEmpty ? places : back.played, on: path)
      }
    }
    while report.pathCount < limit, let path = cover.nextPath() { run(path) }
    for path in chain.paths(visitsPerStep: visitsPerStep) where !hasRun.contains(path) {
      guard report.pathCount < limit else {
        report.isCutShort = true
        break
      }
      run(path)
    }
    report.noteRoutesNotTaken(cover.routesNotTaken, of: variant)
    return report
  }
}
