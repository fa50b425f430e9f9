import FlowScreens
import FlowState

@testable import FlowTerminal

/// A screen with a text, an input, buttons, commands and a countdown.
final class CounterScreen: FlowScreen {
  private let clock: any FlowClock
  private let observed: @Sendable (@escaping @Sendable () -> Void) -> Void
  private(set) var count = 0
  private(set) var name = ""
  private(set) var isFinished = false
  /// The time at which the screen finishes by itself.
  private var deadline: Duration?

  init(
    clock: any FlowClock = MonotonicClock(),
    observed: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.clock = clock
    self.observed = observed
  }

  func observe(_ changed: @escaping @Sendable () -> Void) { observed(changed) }

  /// Whether the screen has a text that is longer than any window.
  var hasLongText = false

  /// Whether the screen has a notice once it has counted.
  var hasNotice = false

  var notice: StyledText { hasNotice && count > 0 ? "Noted at \(count)." : "" }

  private var left: Duration? { deadline.map { max($0 - clock.now, .zero) } }

  var layout: ScreenLayout {
    .column([
      .text("Count: \(count)"),
      .element(.input("name", label: "Name", text: name) { self.name = $0 }),
      .row([
        .element(.button("more", label: "More") { self.count += 1 }),
        .element(.button("done", label: "Done") { self.isFinished = true }.disabled(count == 0)),
      ]),
      left.map { .text("Left: \($0.components.seconds)") } ?? .nothing,
      hasLongText ? .text(StyledText(String(repeating: "x", count: 500))) : .nothing,
    ])
  }

  var commands: [ScreenCommand] {
    [
      ScreenCommand("add", argument: "N", help: "adds N") { text in
        guard let number = Int(text) else { return .refused("'\(text.printable)' is not a number.") }
        self.count = self.count.addingReportingOverflow(number).partialValue
        return .done
      },
      ScreenCommand("count", help: "tells the count", key: "c") { _ in .answered("It is \(self.count).") },
      ScreenCommand("start", help: "finishes in 3 seconds", key: "s", isPossible: deadline == nil) { _ in
        self.deadline = self.clock.now + .seconds(3)
        return .done
      },
    ]
  }

  var nextChange: Duration? { isFinished ? nil : left.map { min($0, .seconds(1)) } }

  func timePassed() {
    if left == .zero { isFinished = true }
  }
}
