public import FlowJSON
public import FlowScreens

/// What a ``NimbusInstance`` is made of: the libraries, and everything that reaches the world outside.
///
/// ```swift
/// var configuration = NimbusConfiguration()
/// configuration.libraries = [NimbusSwiftUILibrary("app").addComponent("greeting", Greeting.self)]
/// configuration.logger = logger
/// let nimbus = NimbusInstance(configuration)
/// ```
public struct NimbusConfiguration {
  /// The libraries besides the core library. Of two with the same namespace the later one's entries win.
  public var libraries: [NimbusSwiftUILibrary]
  /// What relative URLs, those that begin with `/`, are appended to.
  public var baseURL: String
  /// The application's states, which every view sees.
  public var states: [String: JSONValue]
  /// Hears of everything that was not done as the document says.
  public var logger: any FlowLogger
  /// Where the documents of views come from; without one only documents at hand can be shown.
  public var viewSource: (any ViewSource)?
  /// What `sendRequest` sends requests with; without one it fails.
  public var httpClient: (any NimbusHTTPClient)?
  /// What `openUrl` opens URLs with; without one it fails.
  public var urlOpener: (any URLOpener)?
  /// Whether a marker stands where a component could not be shown.
  public var showsDebugMarkers: Bool

  /// Makes a configuration in which nothing reaches outside.
  public init() {
    libraries = []
    baseURL = ""
    states = [:]
    logger = SilentLogger()
    showsDebugMarkers = false
  }
}
