import FlowState
import FlowTerminal
import Foundation

// Declarations that the comments of the other folders of Sources/FlowState need.

enum FlowComments {
  static func prompt(_ question: String) -> FlowStepHandler<Any, String>? { nil }
}

enum FlowScopeComments {
  static func prompt(_ question: String) -> FlowStepHandler<String, String>? { nil }
}

enum FlowRunComments {
  static let content = "Al"
  static let flow: Flow<String, String> = exampleFlow()
}

enum FlowRun_EventsComments {
  static let content = "Al"
  static let flow: Flow<String, String> = exampleFlow()
}

enum ConcurrentFlowStepComments {
  static var profile: FlowStep<Any, Profile> { exampleStep() }
  static var pictures: FlowStep<Any, [Picture]> { exampleStep() }
  static var display: FlowStep<Any, Any> { exampleStep() }
}

/// Two examples join different things under one name.
enum FlowStep_JoinComments {
  struct Pictures {}

  static var pictures: Pictures { Pictures() }
  static var profile: FlowStep<Any, Profile> { exampleStep() }

  static func show(_ pictures: [Picture?]) {}
  static func show(_ profile: Profile?, _ pictures: [Picture]?) {}
}

extension FlowStep where Content == Any {
  convenience init(identifier: String, joining pictures: FlowStep_JoinComments.Pictures)
  where Result == [Picture?] {
    self.init(identifier: identifier, joining: [exampleStep(Any.self, Picture.self)])
  }

  convenience init(
    identifier: String, joining profile: FlowStep<Any, Profile>, _ pictures: FlowStep_JoinComments.Pictures
  ) where Result == (Profile?, [Picture]?) {
    self.init(identifier: identifier, joining: profile, exampleStep(Any.self, [Picture].self))
  }
}

enum FlowStep_RaceComments {
  static var bank: FlowStep<Any, Double> { exampleStep() }
  static var exchange: FlowStep<Any, Double> { exampleStep() }

  static func show(_ rate: Double?) {}
}

enum NavigationFlowCoordinatorComments {
  final class Navigator {}

  static var navigator: Navigator { Navigator() }
  static var display: FlowStep<Any, Any> { exampleStep() }
  static var farewell: FlowStep<Any, Any> { exampleStep() }
}

enum RaceFlowStepComments {
  static var europe: FlowStep<Any, Any> { exampleStep() }
  static var america: FlowStep<Any, Any> { exampleStep() }
  static var unpack: FlowStep<Any, Any> { exampleStep() }
}

enum FlowUndoErrorComments {
  static let order: Flow<Any, String> = exampleFlow()
}

enum FlowWayBackComments {
  static let scope = FlowScopeOfExample()

  /// Stands for the scope of a builder.
  struct FlowScopeOfExample: Sendable {
    func wayBack() throws -> FlowWayBack { FlowWayBack(target: nil, steps: [], undone: []) }
  }

  static func confirm(_ question: String) {}
}

enum AnyFlowStep_GoingBackComments {
  struct Dialog {
    func show(_ order: Order?) -> FlowStepHandler<Order, Bool>? { nil }
  }

  static var dialog: Dialog { Dialog() }
}

enum FlowContextComments {
  enum Email: FlowContextKey { typealias Value = String }

  static let prompter = Prompter()
}

enum FailureRouteComments {
  static var attempts: Int {
    get { 0 }
    set {}
  }
  static var download: FlowStep<Any, Picture> { exampleStep() }
  static var apology: FlowStep<Any, Any> { exampleStep() }
}

enum FlowErrorComments {
  struct Declined: Error {}

  static let flow: Flow<Any, Profile> = exampleFlow()
  static var pay: FlowStep<Any, Any> { exampleStep() }
  static var apology: FlowStep<Any, Any> { exampleStep() }
}

enum FlowHistoryErrorComments {
  static let run = exampleFlow(Any.self, Any.self).reversible().start()
}

enum FlowOutcomeComments {
  static let flow: Flow<Any, Profile> = exampleFlow()
}

enum RaceErrorComments {
  static var nearest: RaceFlowStep { RaceFlowStep(identifier: "Mirrors", steps: []) }
  static var apology: FlowStep<Any, Any> { exampleStep() }

  static func log(_ text: String) {}
}

enum FlowAlarmComments {
  static let clock = MonotonicClock()
}

enum FlowClockComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum FlowObserverComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum LineObserverComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum FlowTurnComments {
  struct Turn {
    func deliverNext() -> Bool { false }
  }

  static var turn: Turn { Turn() }
}

enum UndoOccasionsComments {
  static let booking: Flow<Any, String> = exampleFlow()
}
