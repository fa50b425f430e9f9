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
          links.append(Link(identity: identity, count: overlay?.count(of: identity, in: chain) ?? 0))
        }
        if let label = edge.route.label { links[place].labels.append(label) }
      }
    }
    guard showingWaysBack else { return links }
    return links
      + chain.waysBack.map {
        Link(identity: Link.Identity(from: $0.from, to: $0.to ?? -1, cause: nil), labels: ["back"])
      }
  }
}

extension FlowOverlay {
  /// Returns the number of times that runs took the routes of a link.
  fileprivate func count(of link: ChainDrawing.Link.Identity, in chain: FlowChain) -> Int {
    guard let cause = link.cause else { return 0 }
    let target = link.to < chain.steps.count ? chain.steps[link.to].identifier : nil
    return transitions(from: chain.steps[link.from].identifier, to: target, after: cause)
  }
}
