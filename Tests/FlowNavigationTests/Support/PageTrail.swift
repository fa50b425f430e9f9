import FlowState

/// The pages that a run has visited, as its events tell it.
struct PageTrail {
  /// The steps that the run has visited and not taken back.
  private var steps: [String] = []
  /// Whether the last step is one that the run has gone back to and hasn't started yet.
  private var isReturning = false
  private(set) var hasEnded = false

  init(_ events: [FlowEvent]) {
    for event in events where event.place.lane == 0 {
      switch (event.kind, event.step) {
      case (.stepBegan, let step?):
        if isReturning { steps.removeLast() }
        isReturning = false
        steps.append(step)
      case (.wentBack, let step?):
        // The latest visit before the current one.
        steps.removeLast()
        while let last = steps.last, last != step { steps.removeLast() }
        isReturning = true
      case (.runEnded, _): hasEnded = true
      default: break
      }
    }
  }

  /// The page that waits for the user; nil if the run works.
  var current: ShopPage? { hasEnded ? nil : steps.last.flatMap(ShopPage.init) }

  /// The pages in a stack that contains each page once, and sheets only at the top.
  var stack: [ShopPage] {
    var stack: [ShopPage] = []
    for step in steps {
      if stack.last == .options { stack.removeLast() }
      guard let page = ShopPage(rawValue: step) else { continue }
      if let index = stack.firstIndex(of: page) { stack.removeSubrange(index...) }
      stack.append(page)
    }
    if hasEnded, stack.last == .options { stack.removeLast() }
    return stack
  }
}
