import FlowForms
import FlowJSON
import FlowScreens
import FlowState
import Foundation
import Hub
import Nimbus
import StepKit

/// Flows in memory, whose screens come from documents: a recipe of StepKit, a booking of Nimbus, and a menu of Hub.
///
/// They would run in a terminal, too, with its presenter.
enum Kitchen {
  /// The recipe: buttons, boxes, repetitions, and a countdown. Its result is the steps.
  ///
  /// - Throws: A `StepListError` if the document doesn't fit.
  static func recipe() throws -> Flow<Any, [Step]> {
    let steps = try Step.list(from: Data(PackageResources.recipe_json))
    return Flow(Any.self, [Step].self, identifier: "Recipe") { scope in
      let cook = FlowStep(
        identifier: "cook",
        presenting: { StepFlowScreen(for: $0, title: "Flatbread", notifications: StepNotices()) },
        on: scope.context.presenter)
      cook.content = steps
      cook.setCompletion { _, steps in scope.result = steps }
      return cook
    }
  }

  /// The booking, whose document completes the step.
  static func booking() -> Flow<Any, String> {
    let document = String(decoding: PackageResources.booking_json, as: UTF8.self)
    return Flow(Any.self, String.self, identifier: "Booking") { scope in
      let book = FlowStep(
        Any.self, String.self, identifier: "book",
        presenting: { _ in
          var configuration = NimbusConfiguration()
          configuration.libraries = [.layout(), .flow()]
          return NimbusScreen<Any, String>(NimbusInstance(configuration), document: document)
        }, on: scope.context.presenter)
      book.setCompletion { _, result in scope.result = result }
      return book
    }
  }

  /// The menu, whose result is the identifier of a dish.
  ///
  /// - Throws: A `JSONError` if the document isn't JSON.
  static func menu() throws -> Flow<Any, String> {
    let document = try JSONValue(parsing: PackageResources.menu_json)
    return Flow(Any.self, String.self, identifier: "Menu") { scope in
      var actions = HubActions<HubScreen<String>>()
      try? actions.register("demo:choose") { selection, screen in
        screen.complete(selection.component.title ?? selection.component.identifier)
        return true
      }
      let choose = FlowStep(
        identifier: "choose",
        presenting: { [actions] _ in HubScreen<String>(HubViewModelBuilder(), actions: actions) },
        on: scope.context.presenter)
      choose.content = document
      choose.setCompletion { _, dish in scope.result = dish }
      return choose
    }
  }

  /// The pictures of the menu, by their names.
  static let pictures = [
    "bread.svg": """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120" width="240" height="120"><rect width="240" height="120" fill="#f4e3c1"/>
    <ellipse cx="120" cy="62" rx="90" ry="40" fill="#c98d3f"/><ellipse cx="120" cy="58" rx="84" ry="35" fill="#e2b36b"/>
    <circle cx="90" cy="52" r="6" fill="#b06f2a"/><circle cx="140" cy="66" r="8" fill="#b06f2a"/><circle cx="160" cy="48" r="5" fill="#b06f2a"/></svg>
    """,
    "soup.svg": """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120" width="240" height="120"><rect width="240" height="120" fill="#dcebf2"/>
    <path d="M40 50 H200 A80 60 0 0 1 40 50" fill="#3f6f8a"/><ellipse cx="120" cy="50" rx="80" ry="16" fill="#e0762f"/>
    <circle cx="100" cy="48" r="5" fill="#4f8a3f"/><circle cx="140" cy="53" r="4" fill="#4f8a3f"/></svg>
    """,
  ]
}
