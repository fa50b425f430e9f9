/// An interaction that the current step accepts.
///
/// ```swift
/// for offer in view.offers { print(offer) }  // tick 1, tick 3
/// ```
public enum StepOffer: Sendable, Hashable, CustomStringConvertible {
  /// Press the button.
  case press
  /// Tick the check box, or the item of a group with this number. The first item has the number 0.
  case tick(item: Int)
  /// Confirm a repetition.
  case advance
  /// Start the timer.
  case start
  /// Pause the timer.
  case pause
  /// Resume the timer.
  case resume
  /// Pick a duration, from 0 to ``CustomDuration/maximum``.
  case pick

  /// The offer in words. Items are counted from 1.
  public var description: String {
    switch self {
    case .press: "press"
    case .tick(let item): "tick \(StepRefusal.ordinal(item))"
    case .advance: "advance"
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .pick: "pick a duration"
    }
  }
}

extension StepOffer {
  /// Returns the interactions that an open action accepts.
  ///
  /// - Parameters:
  ///   - action: The action, which is not complete.
  ///   - countdown: The countdown of the action, if it has one.
  /// - Returns: The offers.
  static func offers(of action: StepAction, _ countdown: Countdown?) -> [StepOffer] {
    switch action {
    case .button: return [.press]
    case .checkBox: return [.tick(item: 0)]
    case .checkBoxGroup(let items): return items.indices.filter { items[$0].completed != true }.map { .tick(item: $0) }
    case .stepper: return [.advance]
    case .timer: return countdown?.offers ?? []
    case .customTimer(_, _, _, _, let done):
      guard let countdown, countdown.total > .zero else { return [.pick] }
      return done == nil ? [.pick] + countdown.offers : countdown.offers
    }
  }
}

extension Countdown {
  fileprivate var offers: [StepOffer] {
    switch phase {
    case .idle: [.start]
    case .running: [.pause]
    case .paused: [.resume]
    case .finished: []
    }
  }
}
