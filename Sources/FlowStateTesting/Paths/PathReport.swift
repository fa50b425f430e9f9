public import FlowState

/// What a ``PathCheck`` has found.
///
/// ```swift
/// print(report)
/// // 12 paths, 1 finding
/// // email → name → terms → end: hangs at 'terms'
/// ```
public struct PathReport: Sendable, CustomStringConvertible {
  /// What can be wrong with a path.
  public enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// The run waits at this step, and no timer is going to wake it.
    case hangs(at: String)
    /// The run keeps itself busy with timers, and does not come to an end.
    case neverEnds(at: String)
    /// The run failed, with this error in words.
    case failed(String)
    /// The run was cancelled, by itself.
    case cancelled
    /// The run came to a step that is not on the path; nil if it ended before the path does.
    case strays(to: String?)

    /// The fault in words.
    public var description: String {
      switch self {
      case .hangs(let step): "hangs at '\(step)'"
      case .neverEnds(let step): "never ends, and is at '\(step)'"
      case .failed(let error): "fails: \(error)"
      case .cancelled: "is cancelled"
      case .strays(let step?): "strays to '\(step)'"
      case .strays(nil): "ends early"
      }
    }
  }

  /// A path with a fault.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The variant that the path is of; nil if the flow has none.
    public let variant: String?
    /// The path.
    public let path: FlowPath
    /// What is wrong with it.
    public let fault: Fault

    /// The path and its fault in words.
    public var description: String {
      (variant.map { "variant '\($0)': " } ?? "") + "\(path): \(fault)"
    }
  }

  /// How many paths were run.
  public private(set) var pathCount = 0
  /// Whether there were more paths than the check runs.
  public internal(set) var isCutShort = false
  /// The paths that have a fault, in the order in which they were run.
  public private(set) var findings: [Finding] = []

  init() {}

  /// How many paths were run, and what is wrong with them, a line for each.
  public var description: String {
    let paths = (pathCount == 1 ? "1 path" : "\(pathCount) paths") + (isCutShort ? " and more that were not run" : "")
    let summary = paths + (findings.count == 1 ? ", 1 finding" : ", \(findings.count) findings")
    return ([summary] + findings.map(\.description)).joined(separator: "\n")
  }

  mutating func note(_ fault: Fault?, on path: FlowPath, of variant: String?) {
    pathCount += 1
    if let fault { findings.append(Finding(variant: variant, path: path, fault: fault)) }
  }

  mutating func add(_ other: PathReport) {
    pathCount += other.pathCount
    isCutShort = isCutShort || other.isCutShort
    findings += other.findings
  }
}
