import FlowChains

extension FlowChain {
  /// The ways back of a reversible flow, as indices of steps: from each step to every step whose routes lead to it, and from the
  /// first step to the start, which is nil.
  var waysBack: [(from: Int, to: Int?)] {
    var sources = Array(repeating: [Int](), count: steps.count)
    for (index, edges) in ChainGraph(self).edges.enumerated() {
      for edge in edges {
        // A run that goes back can't distinguish two routes between the same steps.
        guard let target = edge.target, sources[target].last != index else { continue }
        sources[target].append(index)
      }
    }
    return steps.indices.flatMap { index -> [(from: Int, to: Int?)] in
      (index == 0 ? [(from: index, to: nil)] : []) + sources[index].map { (from: index, to: $0) }
    }
  }
}
