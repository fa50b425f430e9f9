import FlowState
import FlowStateTesting
import TestSupport

/// A request that times out is sent again, although the server has carried out the first one.
enum RepeatedRequest: PlantedBug {
  static let schedules = 10
  static let sentence = "The server has carried out one request twice."
  static let shrunk = "timer, server#1"

  static func setUp(_ stage: ScheduleStage, isMended: Bool) {
    let executions = Box<[String]>([])
    stage.start(
      flow("Transfer") { _ in
        var attempt = 0
        return FlowStep(Any.self, String.self, identifier: "Send") { _ in
          attempt += 1
          let key = isMended ? "transfer" : "transfer \(attempt)"
          let handler = FlowStepHandler(Any.self, String.self)
          let request = stage.addEvent("server") {
            if !executions.value.contains(key) { executions.value.append(key) }
            handler.complete(nil)
          }
          handler.onCancel { request.withdraw() }
          return handler
        }
        .timeout(.seconds(2))
        .retry(attempts: 2)
      })
    stage.require { _ in executions.value.count > 1 ? sentence : nil }
  }
}
