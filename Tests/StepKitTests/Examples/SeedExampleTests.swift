import Foundation
import StepKit
import Testing

/// The examples of StepKit's page "Express a Step using JSON syntax", with texts of our own.
@Suite("Examples of StepKit's documentation")
struct SeedExampleTests {
  private func recipe() throws -> Data {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: root.appending(path: "Demo/Resources/doughnuts.json"))
  }

  @Test("A decoded step is shown in a view")
  func step() throws {
    let jsonData = Data(
      """
      {
        "title": "Milk and yeast",
        "description": "Warm the milk, then stir the yeast in.",
        "action": {
          "timer": {
            "seconds": 300,
            "notification": {
              "title": "Milk and yeast completed",
              "subtitle": "Let's jump to the next step"
            }
          }
        }
      }
      """.utf8)
    do {
      let step = try JSONDecoder().decode(Step.self, from: jsonData)
      let stepView = StepView(model: step)
      #expect(stepView.model.title == "Milk and yeast")
      #expect(stepView.model.subtitle == nil)
      #expect(stepView.control?.label == "5m")
      #expect(
        step.action
          == .timer(
            seconds: 300,
            notification: TimerNotification(
              title: "Milk and yeast completed", subtitle: "Let's jump to the next step")))
    } catch {
      Issue.record(error)
    }
  }

  @Test("A recipe makes a flow view of its steps")
  func flowView() throws {
    let jsonString = String(decoding: try recipe(), as: UTF8.self)
    do {
      let jsonData = try #require(jsonString.data(using: .utf8))

      let stepFlowView = try StepFlowView(data: jsonData)
      #expect(
        stepFlowView.steps.map(\.title) == ["Milk and yeast", "Beat and combine", "Transfer the dough and cover"])
      #expect(
        stepFlowView.steps.map(\.action) == [
          .timer(
            seconds: 300,
            notification: TimerNotification(
              title: "Milk and yeast completed", subtitle: "Let's jump to the next step")),
          .button(title: "Next"),
          .timer(
            seconds: 3600,
            notification: TimerNotification(
              title: "It's time to shape your Doughnuts!", subtitle: "Let's jump to the next step")),
        ])
      #expect(stepFlowView.steps.indices.map { stepFlowView.status(of: $0) } == [.current, .locked, .locked])
    } catch {
      Issue.record(error)
    }
  }

  @Test("A recipe with a syntax error is refused with StepKitError.invalidJsonData")
  func syntaxError() throws {
    let jsonData = try recipe().dropLast(3)
    #expect(throws: StepKitError.invalidJsonData) { try StepFlowView(data: jsonData) }
  }

  @Test("A switch over StepKitError needs only the documented case, and either spelling names it")
  func errorCases() throws {
    func name(_ error: StepKitError) -> String {
      switch error {
      case .invalidJsonData: "invalidJsonData"
      }
    }
    #expect(name(.invalidJSONData) == "invalidJsonData")
    do {
      _ = try StepFlowView(data: Data())
      Issue.record("An empty text is not a list of steps.")
    } catch StepKitError.invalidJsonData {
      // As in StepKit's example.
    }
    #expect(StepKitError.invalidJSONData == .invalidJsonData)
  }

  @Test("A recipe is the same after it is read and written")
  func roundTrip() throws {
    let steps = try Step.list(from: recipe())
    let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(steps)) as? NSArray
    #expect(written == (try JSONSerialization.jsonObject(with: recipe()) as? NSArray))
  }
}
