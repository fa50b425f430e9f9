import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Hub
import Nimbus
import StepKit

/// A flow of three screens from three documents: a Hub list, a Nimbus form and a StepKit recipe.
struct TourFlow: Sendable {
  /// The parsed and checked documents.
  struct Documents: Sendable {
    let list: JSONValue
    let form: String
    let recipe: [Step]

    /// Reads the demo's three documents.
    static func resources() throws -> Documents {
      Documents(
        list: try DocumentSource.resource("tour/list.json").hubDocument(schema: .standard),
        form: try DocumentSource.resource("tour/form.json").screen(),
        recipe: try DocumentSource.resource("tour/recipe.json").steps())
    }
  }

  /// The result of the tour.
  struct Result: Sendable {
    let dish: String
    let guest: String
    let steps: [Step]
  }

  let documents: Documents
  let session: ScreenSession
  let logger: any FlowLogger

  /// The flow. If the user leaves a screen, the flow ends without a result.
  var flow: Flow<Any, Result> {
    Flow(Any.self, Result.self, identifier: "Tour") { scope in
      let choose = self.choose()
      let ask = self.ask()
      let cook = self.cook()
      var served: (dish: String, guest: String) = ("", "")
      choose.setCompletion { step, dish in
        guard let dish else { return }
        served.dish = dish
        ask.content = dish
        step.nextStep = ask
      }
      ask.setCompletion { step, guest in
        guard let guest else { return }
        served.guest = guest
        step.nextStep = cook
      }
      cook.setCompletion { _, steps in
        scope.result = steps.map { Result(dish: served.dish, guest: served.guest, steps: $0) }
      }
      return choose
    }
  }

  private func choose() -> FlowStep<JSONValue, String> {
    var actions = HubActions<HubScreen<String>>()
    try? actions.register("tour:choose") { selection, screen in
      screen.complete(selection.component.identifier)
      return true
    }
    let step = FlowStep(
      identifier: "Choose",
      presenting: { [actions, logger] _ in HubScreen(HubViewModelBuilder(), actions: actions, logger: logger) },
      on: session)
    step.content = documents.list
    return step
  }

  private func ask() -> FlowStep<String, String> {
    var configuration = SignupForm.configuration
    configuration.logger = logger
    return FlowStep(
      identifier: "Ask",
      presenting: { [documents, configuration] _ in
        NimbusScreen(
          NimbusInstance(configuration), document: documents.form,
          states: { dish in ["dish": dish.map { .string($0) } ?? .null] })
      }, on: session)
  }

  private func cook() -> FlowStep<[Step], [Step]> {
    let step = FlowStep(
      identifier: "Cook", presenting: { step in StepFlowScreen(for: step, notifications: StepNotices()) }, on: session)
    step.content = documents.recipe
    return step
  }
}
