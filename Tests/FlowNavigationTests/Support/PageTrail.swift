import FlowState

/// The pages that a run has visited, according to its events.
struct PageTrail {
  private struct Visit {
    let step: String
    /// Whether the step has timed out, so that its page leaves the stack with the next visit.
    var isTimedOut = false
  }

  /// The steps that the run has visited and not taken back.
  private var steps: [Visit] = []
  /// Whether the last step is one that the run has gone back to and hasn't started yet.
  private var isReturning = false
  private(set) var hasEnded = false

  init(_ events: [FlowEvent]) {
    for event in events where event.place.lane == 0 {
      switch (event.kind, event.step) {
      case (.stepBegan, let step?):
        if isReturning { steps.removeLast() }
        isReturning = false
        steps.append(Visit(step: step))
      case (.wentBack, let step?):
        // The latest visit before the current one.
        steps.removeLast()
        while let last = steps.last, last.step != step { steps.removeLast() }
        isReturning = true
      case (.stepTimedOut, _): steps[steps.count - 1].isTimedOut = true
      case (.runEnded, _): hasEnded = true
      default: break
      }
    }
  }

  /// The page that waits for the user; nil if the run works.
  var current: ShopPage? { hasEnded ? nil : steps.last.flatMap { ShopPage(rawValue: $0.step) } }

  /// The pages in a stack that contains each page once, and sheets only at the top.
  var stack: [ShopPage] {
    var stack: [ShopPage] = []
    var isTimedOut = false
    for visit in steps {
      if stack.last == .options { stack.removeLast() }
      guard let page = ShopPage(rawValue: visit.step) else { continue }
      if isTimedOut { stack.removeLast() }
      isTimedOut = visit.isTimedOut
      if let index = stack.firstIndex(of: page) { stack.removeSubrange(index...) }
      stack.append(page)
    }
    if hasEnded, stack.last == .options { stack.removeLast() }
    return stack
  }
}
