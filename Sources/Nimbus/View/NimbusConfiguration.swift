public import FlowJSON
public import FlowScreens

/// The configuration of a ``NimbusInstance``: the libraries, and the services that reach the outside world.
///
/// ```swift
/// var configuration = NimbusConfiguration()
/// configuration.libraries = [NimbusSwiftUILibrary("app").addComponent("greeting", Greeting.self)]
/// configuration.logger = logger
/// let nimbus = NimbusInstance(configuration)
/// ```
public struct NimbusConfiguration {
  /// The libraries in addition to the core library. If two have the same namespace, the later one's entries win.
  public var libraries: [NimbusSwiftUILibrary]
  /// The base URL. URLs that begin with `/` are appended to it.
  public var baseURL: String
  /// The application's states, which all views share.
  public var states: [String: JSONValue]
  /// The logger that receives all faults, such as unknown components and failed actions.
  public var logger: any FlowLogger
  /// The source of documents for views. If it's `nil`, views can show only documents that you pass to them.
  public var viewSource: (any ViewSource)?
  /// The client that `sendRequest` uses. If it's `nil`, the action fails.
  public var httpClient: (any NimbusHTTPClient)?
  /// The opener that `openUrl` uses. If it's `nil`, the action fails.
  public var urlOpener: (any URLOpener)?
  /// A Boolean value that indicates whether a marker is shown in the place of a component that can't be shown.
  public var showsDebugMarkers: Bool

  /// Creates a configuration without libraries and services.
  public init() {
    libraries = []
    baseURL = ""
    states = [:]
    logger = SilentLogger()
    showsDebugMarkers = false
  }
}
