import Foundation
import TestSupport
import Testing

/// Code that would share a run's state between threads, or have no effect, and that the compiler refuses.
@Suite(.disabled(if: isThreadSanitized, "the code is checked against modules without the sanitizer"))
struct RefusalTests {
  /// Code that doesn't compile, and the compiler's message.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: String
    let code: String

    init(_ description: String, _ message: String, _ code: String) {
      testDescription = description
      self.message = message
      self.code = code
    }
  }

  static let refusals = [
    Refusal(
      "An async step changes a variable of the builder that another step uses elsewhere",
      "mutation of captured var 'count' in concurrently-executing code",
      """
      let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
        var count = 0
        let a = FlowStep(Any.self, Int.self, identifier: "a") { _ in
          await withTaskExecutorPreference(globalConcurrentExecutor) { count += 1 }
          return 1
        }
        a.setCompletion { _, _ in scope.result = count }
        return a
      }
      """),
    Refusal(
      "An async step uses the scope", "capture of 'scope' with non-Sendable type",
      """
      let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
        FlowStep(Any.self, Int.self, identifier: "a") { _ in
          await Task.yield()
          scope.result = 1
          return 1
        }
      }
      """),
    Refusal(
      "An async step of a main-actor flow uses the builder's state without being main-actor code",
      "mutation of captured var 'count' in concurrently-executing code",
      """
      let flow = Flow(Any.self, Int.self, identifier: "F", onMainActor: { _ in
        var count = 0
        return FlowStep(Any.self, Int.self, identifier: "a") { _ in
          await Task.yield()
          count += 1
          return 1
        }
      })
      """),
    Refusal(
      "An async step yields an object that the main actor keeps", "risks causing data races",
      """
      final class Model { var value = 0 }
      let flow = Flow(Any.self, Void.self, identifier: "F", onMainActor: { _ in
        let model = Model()
        return FlowStep(Any.self, Model.self, identifier: "a") { @MainActor _ in
          await Task.yield()
          return model
        }
      })
      """),
    Refusal(
      "An async step yields an object that the main actor keeps, as a value of any type",
      "type 'Model' does not conform to the 'Sendable' protocol",
      """
      final class Model { var value = 0 }
      let flow = Flow(Any.self, Void.self, identifier: "F", onMainActor: { _ in
        let model = Model()
        return FlowStep(Any.self, Any.self, identifier: "a") { @MainActor _ in
          await Task.yield()
          return model
        }
      })
      """),
    Refusal(
      "A main-actor flow yields an object that the main actor keeps",
      "type 'Model' does not conform to the 'Sendable' protocol",
      """
      final class Model { var value = 0 }
      let flow = Flow(Any.self, Model.self, identifier: "F", onMainActor: { scope in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      })
      """),
    Refusal(
      "A main-actor flow keeps the content that it was started with",
      "type 'Any' does not conform to the 'Sendable' protocol",
      """
      let flow = Flow(Any.self, Int.self, identifier: "F", onMainActor: { scope in
        let all: FlowScope<Any, Int> = scope
        return FlowStep(Any.self, Any.self, identifier: all.content as? String ?? "") { _ in nil }
      })
      """),
    Refusal(
      "A screen receives content that isn't Sendable", "type 'Model' does not conform to the 'Sendable' protocol",
      """
      final class Model { var value = 0 }
      let handler = FlowStepHandler(Model.self, Int.self)
      Task { @MainActor in handler.contentUpdateHandler = { model in print(model?.value ?? 0) } }
      """),
    Refusal(
      "An async step receives content that isn't Sendable", "does not conform to the 'Sendable' protocol",
      """
      final class Model { var value = 0 }
      let step = FlowStep(Model.self, Int.self, identifier: "a") { model in
        await Task.yield()
        return model?.value
      }
      """),
    Refusal(
      "A task uses an object that a run's callback captures", "risks causing data races",
      """
      final class Draft { var edits = 0 }
      let flow = Flow(Any.self, Void.self, identifier: "Edit") { _ in
        FlowStep(Any.self, Void.self, identifier: "Edit") { step in
          let draft = Draft()
          let pressed = RunAccess(step).callback { draft.edits += 1 }
          DispatchQueue.global().async { pressed() }
          Task { draft.edits += 1 }
          return nil
        }
      }
      """),
    Refusal(
      "A task uses an object that a run's scheduled call captures", "risks causing data races",
      """
      final class Draft { var edits = 0 }
      let flow = Flow(Any.self, Void.self, identifier: "Edit") { scope in
        let access = RunAccess(scope)
        return FlowStep(Any.self, Void.self, identifier: "Edit") { _ in
          let draft = Draft()
          _ = access.schedule(after: .seconds(1)) { draft.edits += 1 }
          Task { draft.edits += 1 }
          return nil
        }
      }
      """),
    Refusal(
      "A task receives the access to a run", "risks causing data races",
      """
      let flow = Flow(Any.self, Void.self, identifier: "Edit") { _ in
        FlowStep(Any.self, Void.self, identifier: "Edit") { step in
          let access = RunAccess(step)
          Task { _ = access.callback {} }
          return nil
        }
      }
      """),
    Refusal(
      "Access to a run is created without a step or a scope", "missing argument for parameter #1 in call",
      """
      let access = RunAccess()
      """),
    Refusal(
      "A task uses an object that a screen's presenter captures for a run", "risks causing data races",
      """
      final class Draft { var edits = 0 }
      let session = ScreenSession()
      let flow = Flow(Any.self, Void.self, identifier: "Edit") { _ in
        FlowStep(Any.self, Void.self, identifier: "Edit") { step in
          let draft = Draft()
          session.show(NumberScreen(), in: RunAccess(step)) { _ in draft.edits += 1 }
          Task { draft.edits += 1 }
          return nil
        }
      }
      final class NumberScreen: FlowScreen {
        let layout = ScreenLayout.nothing
        let isFinished = false
      }
      """),
  ]

  /// Edits of a part that a Hub builder may not have. They would have no effect and no error.
  static let partsOfBuilders = [
    ("mainImageData?.url = nil", "'mainImageData' is a get-only property"),
    ("backgroundImageData?.url = nil", "'backgroundImageData' is a get-only property"),
    ("target?.uri = nil", "'target' is a get-only property"),
  ].map { code, message in
    Refusal(
      "A Hub builder is edited with '\(code)'", message,
      """
      var builder = HubComponentModelBuilder(identifier: "soup")
      builder.\(code)
      """)
  }

  @Test("The compiler refuses the code with the expected message", arguments: refusals + partsOfBuilders)
  func refused(_ refusal: Refusal) async throws {
    let imports = ["Dispatch", "FlowScreens", "FlowState", "FlowTerminal", "Hub"].map { "import \($0)\n" }.joined()
    let source = "\(imports)\nfunc refused() {\n\(refusal.code)\n}\n"
    let file = try Toolchain.makeFolder("Refusal-\(UUID().uuidString)").appending(path: "Refused.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let outcome = try await Toolchain.check([file.path])
    #expect(outcome.status != 0)
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(errors.contains { $0.contains(refusal.message) }, "\(outcome.errors)")
  }
}
