import FlowChains

extension ChainDrawing {
  /// All routes from one step to another that are taken after the same kind of ending.
  struct Link: Equatable {
    /// The properties by which links differ.
    struct Identity: Hashable {
      /// The index of the step; -1 for the start.
      var from: Int
      /// The index of the step that is reached; the number of steps for the end, and -1 for the start.
      var to: Int
      /// The ending after which the routes are taken; nil for a way back.
      var cause: FlowRoute.Cause?
    }

    let identity: Identity
    var labels: [String] = []
    /// The number of times that runs took the routes.
    var count = 0

    var from: Int { identity.from }
    var to: Int { identity.to }
    var cause: FlowRoute.Cause? { identity.cause }

    /// The labels and the count.
    var text: String {
      let count = count > 0 ? ["×\(count)"] : []
      return ((labels.isEmpty ? [] : [labels.joined(separator: ", ")]) + count).joined(separator: " ")
    }
  }

  /// The links of a chain in the order of its steps. The first one leads from the start to the first step.
  static func links(of chain: FlowChain, overlay: FlowOverlay?, showingWaysBack: Bool) -> [Link] {
    var links = [Link(identity: Link.Identity(from: -1, to: 0, cause: .result))]
    var places: [Link.Identity: Int] = [:]
    for (index, edges) in ChainGraph(chain).edges.enumerated() {
      // A route back leads to the step from which the run has come, which the chain doesn't know.
      for edge in edges where !edge.goesBack {
        let identity = Link.Identity(from: index, to: edge.target ?? chain.steps.count, cause: edge.route.cause)
        let place = places[identity] ?? links.count
        if place == links.count {
          places[identity] = place
          links.append(Link(identity: identity))
        }
        if let label = edge.route.label { links[place].labels.append(label) }
      }
    }
    if let overlay { count(&links, of: chain, overlay) }
    guard showingWaysBack else { return links }
    return links
      + chain.waysBack.map {
        Link(identity: Link.Identity(from: $0.from, to: $0.to ?? -1, cause: nil), labels: ["back"])
      }
  }
}

extension ChainDrawing {
  /// Counts how often runs took the routes of each link of a step.
  ///
  /// An event doesn't have the cause of the route: a route after any failure also catches a timeout, and what an operator passes on is a
  /// failure. So an ending that no route to the same step names counts for the route after a failure, or for the only one.
  private static func count(_ links: inout [Link], of chain: FlowChain, _ overlay: FlowOverlay) {
    var named: [[Int]: Set<FlowRoute.Cause>] = [:]
    for link in links where link.from >= 0 {
      if let cause = link.cause, cause != .result { named[[link.from, link.to], default: []].insert(cause) }
    }
    for (place, link) in links.enumerated() where link.from >= 0 {
      guard let cause = link.cause else { continue }
      var causes: Set = [cause]
      if cause != .result, let others = named[[link.from, link.to]], cause == .failure || others.count == 1 {
        causes.formUnion(Set([.failure, .timeout, .cancellation]).subtracting(others))
      }
      let target = link.to < chain.steps.count ? chain.steps[link.to].identifier : nil
      links[place].count = causes.reduce(0) { count, cause in
        count + overlay.transitions(from: chain.steps[link.from].identifier, to: target, after: cause)
      }
    }
  }
}
