import FlowExperiments
import FlowState
import FlowStateTesting
import Synchronization

// Declarations that the comments of Sources/FlowStateTesting need.

struct Offline: Error {}

enum ManualClockComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum ManualQueueComments {
  static let flow: Flow<Any, String> = exampleFlow()
  static let handler = FlowStepHandler(Any.self, String.self)
}

enum PendingEventComments {
  static let stage = exampleStage
  static let handler = FlowStepHandler(Any.self, String.self)
}

enum ScheduleExplorerComments {
  static let loadFlow: Flow<Any, Any> = exampleFlow()
}

enum ScheduleReportComments {
  static let stage = exampleStage
}

enum FlowAnswerComments {
  static let script = FlowScript()
  static let stage = exampleStage
}

enum FlowAnswerErrorComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum StageClockComments {
  struct Server: Sendable {
    func expireSession() {}
  }

  static let stage = exampleStage
  static let server = Server()
}

enum ScheduleCoverageComments {
  static let explorer = ScheduleExplorer { stage in stage.start(exampleFlow(Any.self, Any.self)) }
}

enum ScheduledTimersErrorComments {
  static let clock = ManualClock()
}

enum ManualClock_RunningComments {
  static let clock = ManualClock()
  static let queue = ManualQueue()
  static let run = exampleFlow(Any.self, Any.self).on(queue).start()
}

enum FlowTaskClockComments {
  static let queue = ManualQueue()
}

enum FlowTestComments {
  static let profile: Flow<Any, Any> = exampleFlow()
}

enum FlowTestErrorComments {
  static let test = FlowTest()
}

enum ScheduleStageComments {
  struct FakeServer: Sendable {
    let isIdle = true

    init(on stage: ScheduleStage) {}
  }
  struct InputEnded: Error {}

  @Sendable static func makeFlow(_ server: FakeServer) -> Flow<Any, Any> { exampleFlow() }
}

enum LeakCheckComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum LeakErrorComments {
  static let leaks = LeakCheck()
}

enum PathCheckComments {
  static var variants: FlowVariants { FlowVariants(exampleExperiment("signup-order"), ["control": exampleChain]) }
}

enum PathReportComments {
  static var report: PathReport {
    do {
      return try PathCheck().run(exampleChain)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

enum FlowRecorderComments {
  static let flow: Flow<Any, Any> = exampleFlow()
}

enum FlowScriptComments {
  static let flow: Flow<Any, Any> = exampleFlow()
  static let queue = ManualQueue()
  static let clock = ManualClock()
}

/// The stage of the last schedule that an explorer has played.
private var exampleStage: ScheduleStage {
  let kept = Kept()
  let explorer = ScheduleExplorer { stage in
    kept.stage.withLock { $0 = stage }
    stage.start(exampleFlow(Any.self, Any.self))
  }
  _ = try? explorer.replay(FlowSchedule())
  guard let stage = kept.stage.withLock({ $0 }) else { preconditionFailure("The explorer has played nothing.") }
  return stage
}

private final class Kept: Sendable {
  let stage = Mutex<ScheduleStage?>(nil)
}
