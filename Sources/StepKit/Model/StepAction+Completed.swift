import Foundation

extension StepAction {
  /// A Boolean value that indicates whether the action is complete: pressed, ticked, run down or repeated often enough.
  ///
  /// Setting `true` completes the action: it ticks all items of a group and ends a timer. Setting `false` clears all
  /// progress, including the duration picked for a custom timer. A group without items and a timer of zero seconds are
  /// always complete.
  public var isCompleted: Bool {
    get {
      switch self {
      case .button(_, let completed, _): completed == true
      case .checkBox(let item): item.completed == true
      case .checkBoxGroup(let items): items.allSatisfy { $0.completed == true }
      // The comparison is negated so that a timer whose seconds are NaN is complete. Otherwise the step could never
      // end.
      case .timer(let seconds, let done, _, _): !((done ?? 0) < seconds)
      case .customTimer(_, _, let completed, let seconds, let done):
        completed == true || Self.hasRunDown(seconds, after: done)
      case .stepper(let total, _, let completed, let done): completed == true || (done ?? 0) >= max(total, 1)
      }
    }
    set {
      switch self {
      case .button(let title, _, let identifier):
        self = .button(title: title, completed: newValue ? true : nil, identifier: identifier)
      case .checkBox(var item):
        item.completed = newValue ? true : nil
        self = .checkBox(item: item)
      case .checkBoxGroup(var items):
        for index in items.indices { items[index].completed = newValue ? true : nil }
        self = .checkBoxGroup(items: items)
      case .timer(let seconds, _, let identifier, let notification):
        self = .timer(
          seconds: seconds, completedSeconds: newValue ? seconds : nil, identifier: identifier,
          notification: notification)
      case .customTimer(let identifier, let notification, _, let seconds, _):
        self = .customTimer(
          identifier: identifier, notification: notification, completed: newValue ? true : nil,
          seconds: newValue ? seconds : nil, completedSeconds: newValue ? seconds : nil)
      case .stepper(let total, let title, _, _):
        self = .stepper(
          total: total, title: title, completed: newValue ? true : nil,
          completedRepetitions: newValue ? max(total, 1) : nil)
      }
    }
  }

  /// StepKit's name for ``isCompleted``.
  public var completed: Bool {
    get { isCompleted }
    set { isCompleted = newValue }
  }

  private static func hasRunDown(_ seconds: TimeInterval?, after done: TimeInterval?) -> Bool {
    guard let seconds, let done, seconds > 0 else { return false }
    return done >= seconds
  }
}
