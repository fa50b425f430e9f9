import FlowJSON
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
      identifier: "Choose", showing: HubViewModelBuilder(), actions: actions, logger: logger
    ) { [session] hub in
      session.show(hub)
    }
    step.content = documents.list
    return step
  }

  private func ask() -> FlowStep<String, String> {
    FlowStep(
      String.self, String.self, identifier: "Ask", in: session,
      states: { dish in ["dish": dish.map { .string($0) } ?? .null] }
    ) { [documents, logger] _ in
      var configuration = SignupForm.configuration
      configuration.logger = logger
      return NimbusScreen(NimbusInstance(configuration), document: documents.form)
    }
  }

  private func cook() -> FlowStep<[Step], [Step]> {
    let notices = RecipeNotices()
    let step = StepFlowView.flowStep(identifier: "Cook", notifications: notices) { [session] view in
      session.show(view, notices: notices)
    }
    step.content = documents.recipe
    return step
  }
}
