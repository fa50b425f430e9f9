import FlowChains

extension FlowOverlay {
  /// Returns a picture in SVG of the recorded runs, for a flow that isn't a declared chain.
  ///
  /// ```swift
  /// let overlay = FlowOverlay(events)
  /// let picture = overlay.svg(named: "Profile")
  /// ```
  ///
  /// The picture has the steps that were started, in the order in which they were first seen, and the ways that runs
  /// took between them. It doesn't show other steps and ways. Otherwise, it is like the picture of
  /// ``FlowChains/FlowChain/svg(overlaying:showingWaysBack:)``.
  ///
  /// - Parameter name: The name of the flow.
  /// - Returns: The text of the picture. The same overlay always returns the same text.
  public func svg(named name: String) -> String {
    chain(named: name).svg(overlaying: self)
  }

  /// A chain for drawing: the steps that were seen, with the ways that were taken as their routes.
  private func chain(named name: String) -> FlowChain {
    var targets: [String: [Transition]] = [:]
    for transition in transitions.keys { targets[transition.from, default: []].append(transition) }
    let steps = steps
    let places = Dictionary(steps.enumerated().map { ($1, $0) }) { first, _ in first }
    return FlowChain(
      identifier: name,
      steps.map { step in
        let ways = (targets[step] ?? []).sorted { one, other in
          let (left, right) = (Self.rank(one, places), Self.rank(other, places))
          return left < right
        }
        return DeclaredStep(drawn: step, leading: ways.map { FlowRoute(nil, to: $0.target, after: $0.cause) })
      })
  }

  /// The order of ways in the picture: by their cause, then by the step to which they lead.
  private static func rank(_ way: Transition, _ places: [String: Int]) -> (Int, Int) {
    let cause =
      switch way.cause {
      case .result: 0
      case .failure: 1
      case .timeout: 2
      case .cancellation: 3
      }
    return (cause, way.to.flatMap { places[$0] } ?? places.count)
  }
}

extension FlowOverlay.Transition {
  fileprivate var target: FlowRoute.Target { to.map { .step($0) } ?? .end }
}
