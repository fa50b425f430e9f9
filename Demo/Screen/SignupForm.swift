import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Nimbus

/// Steps that show a Nimbus document; the document completes them by the action `flow:complete`.
enum SignupForm {
  /// The components and actions that documents may use.
  static var configuration: NimbusConfiguration {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout(), .flow()]
    configuration.logger = ErrorLogger()
    configuration.showsDebugMarkers = true
    return configuration
  }

  /// A step that shows a document; its content, if it is an object, becomes states of the screen.
  static func step(_ document: String, in session: ScreenSession) -> FlowStep<Any, JSONValue> {
    FlowStep(
      identifier: "Form", presenting: { _ in NimbusScreen(NimbusInstance(configuration), document: document) },
      on: session)
  }
}
