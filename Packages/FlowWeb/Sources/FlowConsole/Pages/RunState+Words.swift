import FlowDurable
import FlowMarkup

extension RunState {
  /// Returns a short description of the state.
  ///
  /// - Parameters:
  ///   - now: The time of the store.
  ///   - isStored: Whether the run is in a store; otherwise, it is a run of this process.
  /// - Returns: The description.
  func words(now: StoreTime, isStored: Bool) -> String {
    if case .held = self, !isStored { "under way" } else { words(now: now, isToTheMinute: true) }
  }

  /// The class of the state's mark.
  private var style: String {
    if case .ended(let ending) = self { ending.rawValue } else { kind.rawValue }
  }

  /// The state as an element with a mark.
  func element(now: StoreTime, isStored: Bool) -> Markup {
    "<span class=\"state \(style)\">\(.said(words(now: now, isStored: isStored)))</span>"
  }
}

extension RunSummary {
  /// The name of the run: its key, or its number if it has no key.
  var name: String { key ?? "Run \(number)" }
}
