import FlowScreens
import Foundation
import Hub
import Nimbus

/// The loader and the systems of screens, without types of documents.
struct RegisteredScreens: Sendable {
  var load: (@Sendable (String) async throws -> Data)?
  var makeNimbus: (@Sendable () -> NimbusConfiguration)?
  var hubActions: Set<String> = [ScreenResult.hubAction]
  var makeHub: (@Sendable () -> HubComponentRegistry<ScreenLayout>)?

  /// Whether actions of the program can end a Nimbus screen.
  var hasOwnNimbus: Bool { makeNimbus != nil }

  /// The configuration of a Nimbus screen.
  func nimbusConfiguration() -> NimbusConfiguration {
    var configuration = NimbusConfiguration()
    // Faults were reported when the document was read. A terminal that shows a screen has no place for more.
    configuration.logger = SilentLogger()
    if let makeNimbus { configuration = makeNimbus() }
    configuration.libraries = [.layout()] + configuration.libraries + [ScreenResult.nimbusLibrary]
    return configuration
  }

  /// The factories of Hub components.
  func hubComponents() -> HubComponentRegistry<ScreenLayout> {
    makeHub?() ?? HubComponentRegistry(fallback: HubLayouts())
  }
}
