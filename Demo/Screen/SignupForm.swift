import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Nimbus

/// Creates steps that show a Nimbus document. The document's action `flow:complete` completes them.
enum SignupForm {
  /// The components and actions that documents can use.
  static var configuration: NimbusConfiguration {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout(), .flow()]
    configuration.logger = ErrorLogger()
    configuration.showsDebugMarkers = true
    return configuration
  }

  /// Creates a step that shows a document. If its content is an object, the members become states of the screen.
  static func step(_ document: String, in session: ScreenSession) -> FlowStep<Any, JSONValue> {
    FlowStep(
      identifier: "Form", presenting: { _ in NimbusScreen(NimbusInstance(configuration), document: document) },
      on: session)
  }
}
