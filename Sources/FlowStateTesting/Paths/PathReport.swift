public import FlowChains
import FlowState

/// The findings of a ``PathCheck``.
///
/// ```swift
/// print(report)
/// // 12 paths, 1 finding
/// // email → name → terms → end: hangs at 'terms'
/// ```
public struct PathReport: Sendable, CustomStringConvertible {
  /// A fault of a path.
  public enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// The run waits at this step, and no timer is scheduled.
    case hangs(at: String)
    /// The run continues to start steps or timers, and doesn't end.
    case neverEnds(at: String)
    /// The run failed with this error, as text.
    case failed(String)
    /// The run cancelled itself.
    case cancelled
    /// The step chose a route that it doesn't declare.
    case choosesUnknown(route: String, at: String)
    /// The run started this step, which isn't next on the path; nil if the run ended before the end of the path.
    case strays(to: String?)
    /// Back at this step doesn't lead where a person expects.
    indirect case back(at: String, BackFault)
    /// The check has answers for this step, but the flow doesn't declare it. `known` lists the steps of the flow.
    case answersUnknown(step: String, known: [String])
    /// The check has answered a step with a result of another type.
    case answersWrongType(FlowAnswerError)

    /// The fault as text.
    public var description: String {
      switch self {
      case .hangs(let step): "hangs at '\(step)'"
      case .neverEnds(let step): "never ends, and is at '\(step)'"
      case .failed(let error): "fails: \(error)"
      case .cancelled: "is cancelled"
      case .choosesUnknown(let route, let step): "chooses the unknown route '\(route)' at '\(step)'"
      case .strays(let step?): "strays to '\(step)'"
      case .strays(nil): "ends early"
      case .back(let step, let fault): "Back at '\(step)' \(fault)"
      case .answersUnknown(let step, let known):
        "No step is called '\(step)'; the steps are: \(Suggestion.list(known, nearestTo: step))."
      case .answersWrongType(let error): error.description
      }
    }
  }

  /// A path with a fault, or an answer that belongs to no step.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The variant of the path, or nil if the flow has no variants.
    public let variant: String?
    /// The path; empty if the fault belongs to all paths.
    public let path: FlowPath
    /// The fault of the path.
    public let fault: Fault

    /// The path and its fault as text.
    public var description: String {
      guard !path.visits.isEmpty else { return fault.description }
      return (variant.map { "variant '\($0)': " } ?? "") + "\(path): \(fault)"
    }
  }

  /// The number of paths that were run.
  public private(set) var pathCount = 0
  /// A Boolean value that indicates whether the flow has more paths than the check runs.
  public internal(set) var isCutShort = false
  /// The routes that no path took, because of the limit of paths or of visits, as text: `menu –help→`.
  public private(set) var routesNotTaken: [String] = []
  /// The stops at which a final step of the flow refuses Back, as text: `receipt (past pay)`. Hide the button there.
  public private(set) var refusals: [String] = []
  /// The answers that belong to no step, followed by the paths with a fault, in the order in which they were run.
  public private(set) var findings: [Finding] = []

  init() {}

  /// A line with the number of paths and findings, a line with the routes that no path took, a line with the stops at which Back is
  /// refused, and a line for each finding.
  public var description: String {
    let paths = (pathCount == 1 ? "1 path" : "\(pathCount) paths") + (isCutShort ? " and more that were not run" : "")
    let summary = paths + (findings.count == 1 ? ", 1 finding" : ", \(findings.count) findings")
    let routes = routesNotTaken.isEmpty ? [] : ["Never taken: \(routesNotTaken.joined(separator: ", "))"]
    let refusals = refusals.isEmpty ? [] : ["Back is refused at: \(refusals.joined(separator: ", "))"]
    return ([summary] + routes + refusals + findings.map(\.description)).joined(separator: "\n")
  }

  mutating func note(_ fault: Fault?, on path: FlowPath, of variant: String?) {
    pathCount += 1
    if let fault { findings.append(Finding(variant: variant, path: path, fault: fault)) }
  }

  /// Records one run in which Back was played.
  mutating func noteBack(_ fault: Fault?, refusal: String?, on path: FlowPath, of variant: String?) {
    if let fault { findings.append(Finding(variant: variant, path: path, fault: fault)) }
    if let refusal = refusal.map({ (variant.map { "variant '\($0)': " } ?? "") + $0 }), !refusals.contains(refusal) {
      refusals.append(refusal)
    }
  }

  /// Adds findings for answers whose names no step has. They come first, because they explain later findings.
  mutating func noteAnswers(to names: some Sequence<String>, of steps: some Sequence<DeclaredStep>) {
    let known = Set(steps.map(\.identifier))
    let unknown = Set(names).subtracting(known).sorted().map { name in
      Finding(variant: nil, path: FlowPath([]), fault: .answersUnknown(step: name, known: known.sorted()))
    }
    findings = unknown + findings
  }

  mutating func noteRoutesNotTaken(_ routes: [String], of variant: String?) {
    routesNotTaken = routes.map { route in (variant.map { "variant '\($0)': " } ?? "") + route }
  }

  mutating func add(_ other: PathReport) {
    pathCount += other.pathCount
    isCutShort = isCutShort || other.isCutShort
    findings += other.findings
    refusals += other.refusals
    routesNotTaken += other.routesNotTaken
  }
}
