import FlowState
import Foundation

extension StepFlowView {
  /// The effect of an interaction on the current step.
  private enum Effect {
    case progressed
    case completed
    case refused(StepRefusal.Reason)
  }

  /// Performs an interaction on a step. Only the current step accepts interactions.
  ///
  /// If the running timer's time has run down, the timer finishes first.
  ///
  /// - Parameters:
  ///   - interaction: The interaction to perform.
  ///   - index: The position of the step. The default is the current step.
  /// - Returns: The reason why nothing was done, with the possible interactions. Nil if the interaction was performed.
  @discardableResult
  public func perform(_ interaction: StepInteraction, on index: Int? = nil) -> StepRefusal? {
    // The step is determined before a timer finishes. Otherwise the interaction could reach the next step.
    let meant = index ?? currentIndex
    settle()
    guard !isAbandoned else { return refusal(.abandoned, at: meant ?? 0) }
    guard let meant else { return refusal(.allCompleted, at: 0) }
    guard steps.indices.contains(meant) else { return refusal(.noSuchStep(count: steps.count), at: meant) }
    guard let currentIndex, meant == currentIndex else {
      let isCompleted = steps[meant].isCompleted
      return refusal(isCompleted ? .completed : .locked(current: currentIndex ?? 0), at: meant)
    }
    switch effect(of: interaction, at: meant) {
    case .progressed: notify(.progressed(step: meant))
    case .completed: complete(meant)
    case .refused(let reason): return refusal(reason, at: meant)
    }
    return nil
  }

  /// The interactions that the current step accepts. Empty if no step is current.
  public var offers: [StepOffer] {
    guard let currentIndex, !isAbandoned else { return [] }
    return StepOffer.offers(of: steps[currentIndex].action, countdown)
  }

  func refusal(_ reason: StepRefusal.Reason, at index: Int) -> StepRefusal {
    StepRefusal(step: index, reason: reason, possible: offers)
  }

  private func effect(of interaction: StepInteraction, at index: Int) -> Effect {
    if case .tick(let item) = interaction, steps[index].action.kind == .checkBoxGroup { return tick(item, at: index) }
    switch (steps[index].action, interaction) {
    case (.button, .press):
      steps[index].isCompleted = true
      return .completed
    case (.checkBox, .tick(let item)):
      guard item == 0 else { return .refused(.noSuchItem(item, count: 1)) }
      steps[index].isCompleted = true
      return .completed
    case (.stepper, .advance): return advance(at: index)
    case (.timer, .start), (.timer, .resume), (.customTimer, .start), (.customTimer, .resume): return start(at: index)
    case (.timer, .pause), (.customTimer, .pause): return pause(at: index)
    case (.customTimer, .pick(let seconds)): return pick(seconds, at: index)
    default: return .refused(.notOffered(interaction, kind: steps[index].action.kind.noun))
    }
  }

  private func tick(_ item: Int, at index: Int) -> Effect {
    if let reason = steps[index].action.refusal(ofItem: item) { return .refused(reason) }
    steps[index].action.tick(item)
    openItems -= 1
    return openItems == 0 ? .completed : .progressed
  }

  private func advance(at index: Int) -> Effect {
    guard case .stepper(let total, let title, _, _) = steps[index].action,
      var repetitions = Repetitions(of: steps[index].action), repetitions.advance()
    else { return .refused(.completed) }
    steps[index].action = .stepper(
      total: total, title: title, completed: repetitions.isCompleted ? true : nil,
      completedRepetitions: repetitions.done)
    return repetitions.isCompleted ? .completed : .progressed
  }

  private func start(at index: Int) -> Effect {
    let now = clock.now
    guard var countdown else { return .refused(.notRunning) }
    if case .customTimer = steps[index].action, countdown.total == .zero { return .refused(.noDuration) }
    let remaining = countdown.remaining(at: now)
    let start = countdown.start(at: now)
    guard start != .refused else { return .refused(.running) }
    self.countdown = countdown
    scheduleNotification(due: now + remaining)
    guard start == .running else {
      steps[index].isCompleted = true
      return .completed
    }
    storeCountdown(at: index)
    return .progressed
  }

  private func pause(at index: Int) -> Effect {
    guard countdown?.pause(at: clock.now) == true else { return .refused(.notRunning) }
    storeCountdown(at: index)
    cancelNotification()
    return .progressed
  }

  private func pick(_ seconds: Double, at index: Int) -> Effect {
    guard case .customTimer(let identifier, let notification, let completed, _, let done) = steps[index].action
    else { return .refused(.durationFixed) }
    // A timer without a duration cannot have been started, even if the document says so.
    guard done == nil || countdown?.total == .zero else { return .refused(.durationFixed) }
    let action = StepAction.customTimer(
      identifier: identifier, notification: notification, completed: completed,
      seconds: CustomDuration.roundingDown(seconds))
    steps[index].action = action
    countdown = Countdown(of: action)
    return .progressed
  }
}
