extension PathReport {
  /// A fault of going back.
  public enum BackFault: Sendable, Hashable, CustomStringConvertible {
    /// The run starts this step, or ends if it is nil, and not at the previous stop; nil if no stop precedes, and the run should end.
    case leads(to: String?, insteadOf: String?)
    /// The run goes back to this stop, which leads to the same step again at once. Nobody can get past it.
    case loops(through: String)
    /// The run refuses to go back, with this error as text.
    case refused(String)
    /// The run fails with this error, as text.
    case fails(String)
    /// The run goes back to the previous stop, and then has this fault.
    case then(Fault)

    /// The fault as text.
    public var description: String {
      switch self {
      case .leads(let step?, nil): "leads to '\(step)', although no stop precedes it"
      case .leads(let step?, let stop?): "leads to '\(step)', and not to '\(stop)'"
      case .leads(nil, let stop): stop.map { "ends the run, and doesn't lead to '\($0)'" } ?? "ends the run"
      case .loops(let stop): "leads to '\(stop)', which leads back at once"
      case .refused(let error): "is refused: \(error)"
      case .fails(let error): "fails: \(error)"
      case .then(let fault): "is followed by a fault: \(fault)"
      }
    }
  }
}
