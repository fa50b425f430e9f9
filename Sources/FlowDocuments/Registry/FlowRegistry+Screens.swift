public import FlowScreens
import FlowState
public import Foundation
public import Hub
public import Nimbus

/// The loader and the systems of the screens of documents.
extension FlowRegistry {
  /// Sets the function that fetches the documents of screens that a flow document has by their URL.
  ///
  /// ```swift
  /// var registry = FlowRegistry()
  /// registry.loader { url in try await server.data(at: url) }
  /// ```
  ///
  /// - Parameter load: Receives the URL of the flow document, which a server has chosen: the function decides which ones it accepts. An
  ///   error is the failure of the step.
  public mutating func loader(_ load: @escaping @Sendable (_ url: String) async throws -> Data) {
    screens.load = load
  }

  /// Sets the configuration of Nimbus screens: libraries with the program's components, actions and operations, and services.
  ///
  /// ```swift
  /// var registry = FlowRegistry()
  /// registry.nimbus {
  ///   var configuration = NimbusConfiguration()
  ///   configuration.libraries = [NimbusSwiftUILibrary("app").addAction("beep") { _ in beep() }]
  ///   return configuration
  /// }
  /// ```
  ///
  /// The library of ready-made components, `layout`, and the actions `flow:complete` and `flow:finish` are added. An action of the
  /// program ends a screen with `completeStep(with:)` and a value of the type `JSONValue`.
  ///
  /// - Parameter configuration: Returns the configuration of a screen. It is called for each screen, and to check a document.
  public mutating func nimbus(_ configuration: @escaping @Sendable () -> NimbusConfiguration) {
    screens.makeNimbus = configuration
  }

  /// Sets the actions with which the targets of Hub documents end their screen, and the components of the program.
  ///
  /// ```swift
  /// var registry = FlowRegistry()
  /// registry.hub(actions: ["shop:add"])
  /// ```
  ///
  /// - Parameters:
  ///   - actions: The names of the actions, in addition to `flow:choose`. A name that isn't `namespace:name` traps.
  ///   - components: Returns the factories of components; nil if each component is drawn by its category.
  public mutating func hub(
    actions: [String], components: (@Sendable () -> HubComponentRegistry<ScreenLayout>)? = nil
  ) {
    for action in actions {
      requireUse(ComponentIdentifier(action) != nil, "The action '\(action)' of Hub must have the form namespace:name.")
    }
    screens.hubActions = Set(actions + [ScreenResult.hubAction])
    screens.makeHub = components
  }
}
