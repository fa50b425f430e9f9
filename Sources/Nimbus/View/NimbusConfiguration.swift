public import FlowJSON
public import FlowScreens

/// The configuration of a ``NimbusInstance``: its libraries and the services that it uses.
///
/// ```swift
/// var configuration = NimbusConfiguration()
/// configuration.libraries = [NimbusSwiftUILibrary("app").addComponent("greeting", Greeting.self)]
/// configuration.logger = logger
/// let nimbus = NimbusInstance(configuration)
/// ```
public struct NimbusConfiguration {
  /// The libraries in addition to the core library. If two have the same namespace, the entries of the later one take
  /// precedence.
  public var libraries: [NimbusSwiftUILibrary]
  /// The base URL. URLs that begin with `/` are appended to it.
  public var baseURL: String
  /// Returns the complete URL for a URL in a document. If it's `nil`, a URL that begins with `/` is appended to
  /// ``baseURL``, and other URLs are used unchanged.
  public var urlBuilder: ((_ url: String) -> String)?
  /// The header fields of every request that a document or a view makes, unless the request has a field with that name.
  public var defaultHeaders: [String: String]
  /// The application's states, which all views share.
  public var states: [String: JSONValue]
  /// The logger that receives all faults, such as unknown components and failed actions. By default, errors are written
  /// to standard error. A live terminal screen needs another logger, or `SilentLogger`.
  public var logger: any FlowLogger
  /// The source of documents for views. If it's `nil`, views can show only documents that you pass to them.
  public var viewSource: (any ViewSource)?
  /// The client that `sendRequest` uses. If it's `nil`, the action fails.
  public var httpClient: (any NimbusHTTPClient)?
  /// The opener that `openUrl` uses. If it's `nil`, the action fails.
  public var urlOpener: (any URLOpener)?
  /// A Boolean value that indicates whether a marker replaces a component that can't be shown.
  public var showsDebugMarkers: Bool
  /// Returns the layout of a view while its document is loading.
  public var loadingLayout: () -> ScreenLayout
  /// Returns the layout of a view if its document couldn't be loaded or shown.
  ///
  /// `retry` loads the document again. It's `nil` for a document that was passed to the view.
  public var errorLayout: (_ error: any Error, _ retry: (() -> Void)?) -> ScreenLayout

  /// Creates a configuration without libraries and services.
  public init() {
    libraries = []
    baseURL = ""
    states = [:]
    logger = StandardErrorLogger()
    defaultHeaders = [:]
    loadingLayout = { .text(StyledText("Loading…", .dim)) }
    errorLayout = { error, retry in Self.standardLayout(of: error, retry) }
    showsDebugMarkers = false
  }

  private static func standardLayout(of error: any Error, _ retry: (() -> Void)?) -> ScreenLayout {
    .column([
      .text(StyledText("This could not be shown.", .red)), .text(StyledText("\(error)", .dim)),
      .element(.button("nimbus:retry", label: "Try again") { retry?() }.disabled(retry == nil)),
    ])
  }
}
