extension RunState {
  /// Returns a short description of the state: `waits for Shipped, 2 d left`, `at work (worker-3)`, `parked`.
  ///
  /// - Parameters:
  ///   - now: The time of the store.
  ///   - isToTheMinute: Whether a time under a minute is described without its seconds, so that a page that shows
  ///     it doesn't change.
  /// - Returns: The description. The names of messages and workers aren't escaped. The reason of a parked run isn't
  ///   included.
  public func words(now: StoreTime, isToTheMinute: Bool = false) -> String {
    func text(_ duration: Duration) -> String {
      isToTheMinute && duration < .seconds(60) ? "under a minute" : duration.largestUnit
    }
    switch self {
    case .ready(let due): return due <= now ? "due" : "due in \(text(due.duration(since: now)))"
    case .held(let end, let worker):
      return end <= now ? "left by its worker" : "at work" + (worker.map { " (\($0))" } ?? "")
    case .waiting(let end, let names):
      let what = names.isEmpty ? "waits" : "waits for \(names.joined(separator: ", "))"
      guard let end else { return what }
      return end > now ? "\(what), \(text(end.duration(since: now))) left" : "\(what), time is up"
    case .parked: return "parked"
    case .ended(let ending): return ending.rawValue
    }
  }
}
