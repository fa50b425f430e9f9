import FlowState
import Hub
import Nimbus

// What the catalogs of Nimbus and Hub take for granted.

enum NimbusPage {
  /// Shows what it is given, and keeps it.
  struct Display {
    func show(_ screen: NimbusNavigator) {}
  }

  static var terminal: Display { Display() }
  static var configuration: NimbusConfiguration { NimbusConfiguration() }
  static let text = #"{"_:component": "layout:text", "properties": {"text": "Hello @{name}"}}"#
}

enum HubPage {
  static func show(_ screen: HubScreen<String>) {}
}
