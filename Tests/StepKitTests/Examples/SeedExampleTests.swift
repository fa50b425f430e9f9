import Foundation
import StepKit
import Testing

/// The examples of "Express a Step using JSON syntax", with texts of our own.
@Suite("The examples of the seed document")
struct SeedExampleTests {
  private func recipe() throws -> Data {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: root.appending(path: "Demo/Resources/doughnuts.json"))
  }

  @Test("a step is decoded, and a view is made of it")
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

  @Test("a recipe becomes a flow view")
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

  @Test("a recipe with a syntax error is refused by the error that the document names")
  func syntaxError() throws {
    let jsonData = try recipe().dropLast(3)
    #expect(throws: StepKitError.invalidJsonData) { try StepFlowView(data: jsonData) }
  }

  @Test(
    "A switch over the error of StepKit needs no other case than the document's, and catch finds it by either spelling")
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

  @Test("a recipe is the same after it was written and read")
  func roundTrip() throws {
    let steps = try Step.list(from: recipe())
    let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(steps)) as? NSArray
    #expect(written == (try JSONSerialization.jsonObject(with: recipe()) as? NSArray))
  }
}
