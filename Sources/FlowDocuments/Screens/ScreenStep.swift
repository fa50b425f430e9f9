import FlowForms
import FlowJSON
import FlowScreens
import FlowState
import Foundation
import Hub
import Nimbus
import StepKit

/// Makes the step that shows a screen of a document.
struct ScreenStep: Sendable {
  let id: String
  let content: ScreenContent
  /// The document of the screen; nil if it is fetched.
  let document: ScreenDocument?
  let screens: RegisteredScreens
  var reader: DocumentReaderLanguage

  /// A document that is ready to be shown.
  private struct Loaded: Sendable {
    let document: ScreenDocument
    let states: JSONObject

    var steps: [Step]? { if case .steps(let steps) = document { steps } else { nil } }
    var hub: JSONValue? { if case .hub(let view) = document { view } else { nil } }
    var nimbus: String { if case .nimbus(let text) = document { text } else { "" } }
  }

  /// The address and the states, with expressions.
  var template: JSONValue {
    var members: JSONObject = ["states": .object(content.states)]
    if case .url(let url) = content.source { members["url"] = .string(url) }
    return .object(members)
  }

  /// Returns a step that fetches the document if it has to, and shows it.
  ///
  /// It is a flow of its own, so that a test answers it as one step.
  ///
  /// - Parameter presenter: The presenter; nil for that of the run's context.
  /// - Returns: The step. Its content is the template with its values.
  func step(on presenter: (any ScreenPresenter & Sendable)?) -> FlowStep<JSONValue, JSONValue> {
    let flow = Flow(JSONValue.self, JSONValue.self, identifier: id) { scope in
      let show = parts(on: presenter.map { $0 as any ScreenPresenter } ?? scope.context.presenter)
      show.content = scope.content
      show.setCompletion { _, result in scope.result = result }
      return show
    }
    return FlowStep(flow.reversible())
  }

  private func parts(on presenter: any ScreenPresenter) -> FlowStep<JSONValue, JSONValue> {
    let load = FlowStep(JSONValue.self, Loaded.self, identifier: id) { [self] given in try await self.load(given) }
    switch content.system {
    case .stepkit:
      let title = content.title.text(for: reader)
      let show = FlowStep(
        identifier: id,
        presenting: { StepFlowScreen(for: $0, title: title, notifications: StepNotices()) }, on: presenter)
      return load.then(show.map { ScreenResult.of($0) }) { $0?.steps }
    case .nimbus:
      let screens = screens
      let show = FlowStep(
        Loaded.self, JSONValue.self, identifier: id,
        presenting: { step in
          NimbusScreen(
            NimbusInstance(screens.nimbusConfiguration()), document: step.content?.nimbus ?? "",
            states: { content in
              Dictionary((content?.states ?? [:]).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            })
        }, on: presenter)
      return load.then(show)
    case .hub:
      let screens = screens
      let show = FlowStep(
        JSONValue.self, JSONValue.self, identifier: id,
        presenting: { _ in
          var actions = HubActions<HubScreen<JSONValue>>()
          for name in screens.hubActions {
            try actions.register(name) { selection, screen in
              screen.complete(ScreenResult.of(selection.component, name))
              return true
            }
          }
          return HubScreen(HubViewModelBuilder(), actions: actions, components: screens.hubComponents())
        }, on: presenter)
      return load.then(show) { $0?.hub }
    }
  }

  private func load(_ given: JSONValue?) async throws -> Loaded {
    var states = JSONObject()
    if case .object(let members)? = given?["states"] { states = members }
    switch content.source {
    case .inline:
      guard let document else { throw DocumentRunError.noLoader(step: id) }
      return Loaded(document: document, states: states)
    case .url:
      guard let load = screens.load else { throw DocumentRunError.noLoader(step: id) }
      guard case .string(let url)? = given?["url"] else { throw DocumentRunError.noAddress(step: id) }
      let data: Data
      do { data = try await load(url) } catch let error as CancellationError { throw error } catch {
        throw DocumentRunError.notLoaded(content.system.title, url: url, reason: "\(error)")
      }
      return Loaded(document: try ScreenDocument.read(data, from: url, of: content.system, screens), states: states)
    }
  }
}
