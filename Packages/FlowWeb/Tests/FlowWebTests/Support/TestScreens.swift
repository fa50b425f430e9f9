import FlowChains
import FlowForms
import FlowScreens
import FlowState
import Synchronization
import WebTestSupport

@testable import FlowWeb

/// A screen that counts, and has an element of each kind.
final class CounterScreen: FlowStepScreen {
  let handler = FlowStepHandler(Int.self, Int.self)
  private(set) var isFinished = false
  private(set) var notice = StyledText()
  private var count = 0
  private var name = ""
  private var secret = ""
  private var isOn = false
  private var size: Int?
  private let log: @Sendable (String) -> Void

  init(_ log: @escaping @Sendable (String) -> Void = { _ in }) { self.log = log }

  var layout: ScreenLayout {
    .column(
      [
        .heading("The counter"), .text("Count: \(count)"),
        .element(
          .input("name", label: "Name", text: name) { [self] in
            name = $0
            log("name \($0)")
          }),
        .element(.input("secret", label: "Secret", text: secret, isHidden: true) { self.secret = $0 }),
        .element(
          .toggle("on", label: "On", isOn: isOn) { [self] in
            isOn = $0
            log("on \($0)")
          }),
        .element(.choice("size", label: "Size", options: ["S", "M"], selected: size) { self.size = $0 }),
        .row([
          .element(.button("more", label: "More") { [self] in count += 1 }),
          .element(.button("less", label: "Less") { [self] in count -= 1 }.disabled(count == 0)),
          .element(.button("done", label: "Done") { [self] in finish() }),
        ]),
        .text(StyledText("Secret has \(secret.count) letters, size \(size ?? -1)", .dim)),
      ], spacing: 1)
  }

  var commands: [ScreenCommand] {
    [
      ScreenCommand("add", argument: "N", help: "adds a number") { [self] text in
        guard let number = Int(text) else { return .refused("'\(text)' is no number.") }
        count += number
        return .done
      },
      ScreenCommand("quit", help: "leaves") { _ in .leave },
    ]
  }

  func receive(_ content: Int?) { count = content ?? 0 }

  func cancel() { log("cancelled") }

  private func finish() {
    isFinished = true
    handler.complete(count)
  }
}

/// A screen whose layout a test gives.
final class PlainScreen: FlowStepScreen {
  let handler = FlowStepHandler(Any.self, String.self)
  private(set) var isFinished = false
  private let make: (PlainScreen) -> ScreenLayout
  private let remaining: () -> Duration?
  var changed: (@Sendable () -> Void)?

  init(remaining: @escaping () -> Duration? = { nil }, _ make: @escaping (PlainScreen) -> ScreenLayout) {
    self.make = make
    self.remaining = remaining
  }

  var layout: ScreenLayout { make(self) }
  var nextChange: Duration? { remaining() }
  func observe(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

  func finish(_ result: String) {
    isFinished = true
    handler.complete(result)
  }
}

/// A list of what has happened.
final class Log: Sendable {
  private let list = Mutex<[String]>([])
  var lines: [String] { list.withLock { $0 } }
  func note(_ line: String) { list.withLock { $0.append(line) } }
}

enum TestFlows {
  /// A flow that counts.
  static func counter(_ log: Log = Log()) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "Counting") { scope in
      let step = FlowStep(
        identifier: "count", presenting: { _ in CounterScreen { log.note($0) } }, on: scope.context.presenter)
      step.setCompletion { _, count in scope.result = count }
      return step
    }
  }

  /// A flow that shows layouts, one after the other.
  static func showing(
    _ layouts: [@Sendable (PlainScreen) -> ScreenLayout], remaining: @escaping @Sendable () -> Duration? = { nil }
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "Showing") { scope in
      let steps = layouts.enumerated().map { index, layout in
        FlowStep(
          identifier: "screen \(index)",
          presenting: { _ in PlainScreen(remaining: remaining) { layout($0) } }, on: scope.context.presenter)
      }
      for (index, step) in steps.enumerated() {
        step.setCompletion { step, result in
          scope.result = result
          if index + 1 < steps.count { step.nextStep = steps[index + 1] }
        }
      }
      return steps[0]
    }
  }

  /// Two forms, and a summary of both.
  static func forms() throws -> Flow<Any, String> {
    let person = FlowForm(Person(), "Who are you?") { field in
      field.text("name", \.name, "Your name")
      field.email("email", \.email, "Email address").hint("For the receipt")
    }
    let plan = FlowForm(Plan(), "Which plan?") { field in field.choice("kind", \.kind, "Plan", isRequired: true) }
    let chain = FlowChain("forms") {
      FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
      FlowStepDeclaration.form(plan, identifier: "plan").keeping(ThePlan.self)
    }
    return try Flow(chain, Any.self, String.self) { context in
      "\(context[ThePerson.self]?.name ?? "") \(context[ThePlan.self]?.kind?.rawValue ?? "")"
    }
    .reversible()
  }
}
