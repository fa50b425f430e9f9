import FlowScreens

/// The commands of a list of steps.
struct StepFlowCommands {
  private let view: StepFlowView

  init(_ view: StepFlowView) {
    self.view = view
  }

  var commands: [ScreenCommand] {
    let offers = Set(view.offers)
    let ticks = view.offers.filter { if case .tick = $0 { true } else { false } }
    return [
      simple("press", "presses the button of the current step", nil, .press, offers.contains(.press)),
      ScreenCommand("tick", argument: "N", help: "ticks item N of the current step", isPossible: !ticks.isEmpty) {
        tick($0, ticks)
      },
      simple("advance", "confirms one repetition", "a", .advance, offers.contains(.advance)),
      simple("start", "starts the timer", "s", .start, offers.contains(.start)),
      simple("pause", "pauses the timer", "p", .pause, offers.contains(.pause)),
      simple("resume", "resumes the timer", "r", .resume, offers.contains(.resume)),
      ScreenCommand(
        "pick", argument: "TIME", help: "picks the duration of the timer, such as 90s or 5m",
        isPossible: offers.contains(.pick)
      ) { pick($0) },
      ScreenCommand(
        "expand", argument: "N", help: "shows or hides the description of completed step N",
        isPossible: view.steps.contains { $0.isCompleted }
      ) { expand($0) },
    ]
  }

  private func simple(
    _ name: String, _ help: String, _ key: Character?, _ interaction: StepInteraction, _ isPossible: Bool
  ) -> ScreenCommand {
    ScreenCommand(name, help: help, key: key, isPossible: isPossible) { _ in reply(view.perform(interaction)) }
  }

  private func tick(_ text: String, _ ticks: [StepOffer]) -> ScreenReply {
    // If only one box is left, the number can be omitted.
    if text.isEmpty, ticks.count == 1, case .tick(let item) = ticks[0] { return reply(view.perform(.tick(item: item))) }
    guard let number = Int(text), number > 0 else {
      let possible = WordList(ticks.map(\.description)).list
      return .refused("'\(text.inSentence)' is not the number of an item. Now you can: \(possible).")
    }
    return reply(view.perform(.tick(item: number - 1)))
  }

  private func expand(_ text: String) -> ScreenReply {
    guard let number = Int(text), number > 0 else {
      return .refused("'\(text.inSentence)' is not the number of a step. The steps are 1 to \(view.steps.count).")
    }
    return reply(view.toggle(number - 1))
  }

  private func pick(_ text: String) -> ScreenReply {
    guard let seconds = Self.seconds(text) else {
      return .refused("'\(text.inSentence)' is not a time. Write one as 90, 90s, 5m or 1m 30s, up to 1h.")
    }
    return reply(view.perform(.pick(seconds: seconds)))
  }

  private func reply(_ refusal: StepRefusal?) -> ScreenReply {
    refusal.map { .refused($0.description.printable) } ?? .done
  }

  /// Parses a duration, either as a number of seconds or as numbers with units.
  static func seconds(_ text: String) -> Double? {
    if let seconds = UInt32(text) { return Double(seconds) }
    let parts = text.lowercased().split(separator: " ")
    var sum = 0.0
    for part in parts {
      guard let unit = part.last, let factor = ["h": 3600.0, "m": 60, "s": 1][unit],
        let number = UInt32(part.dropLast())
      else { return nil }
      sum += Double(number) * factor
    }
    return parts.isEmpty ? nil : sum
  }
}
