import FlowJSON
import FlowScreens
import FlowState
import Nimbus

// Declarations that the comments of Nimbus need.

enum ComponentComments {
  typealias Greeting = ExampleGreeting

  static let context = ComponentContext(id: "send")
  static func send() {}
}

enum ServerDrivenDocumentErrorComments {
  static var view: ServerDrivenView { exampleNimbus.makeView() }
}

enum NodeEnvironmentComments {
  struct Display {
    func draw(_ node: ServerDrivenNode) -> ScreenLayout { .nothing }
    func redraw(_ node: ServerDrivenNode) {}
  }
  struct Card<Content: Component>: ViewDecodable {
    @Children var content: () -> Content

    func render(_ context: ComponentContext) -> ScreenLayout { .nothing }
  }

  static var screen: Display { Display() }
  static var node: ServerDrivenNode { ServerDrivenNode(id: "card", component: "app:card") }
}

enum NimbusScreenComments {
  struct Profile: Decodable, Sendable {
    var name = ""
  }

  static var session: ExamplePresenter { ExamplePresenter() }
  static var configuration: NimbusConfiguration { NimbusConfiguration() }
  static let text = exampleDocument
}

enum NimbusSwiftUILibrary_LayoutComments {
  static var app: NimbusSwiftUILibrary { NimbusSwiftUILibrary("app") }
  static var configuration: NimbusConfiguration {
    get { NimbusConfiguration() }
    set {}
  }
}

enum NimbusSwiftUILibraryComments {
  typealias Greeting = ExampleGreeting

  static func beep() {}
}

enum NimbusNavigatorComments {
  static var nimbus: NimbusInstance { exampleNimbus }
  static func redraw(_ layout: ScreenLayout) {}
}

enum ViewSourceComments {
  final class Client: NimbusHTTPClient {
    func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {}
  }

  static let text = exampleDocument
  static let other = exampleDocument
  static var client: Client { Client() }
  static var configuration: NimbusConfiguration {
    get { NimbusConfiguration() }
    set {}
  }
}

enum NimbusValueComments {
  static var event: ServerDrivenEvent { ServerDrivenEvent(name: "onPress") { _ in } }
}

enum NimbusConfigurationComments {
  typealias Greeting = ExampleGreeting

  static let logger = SilentLogger()
}

enum StandardErrorLoggerComments {
  static var configuration: NimbusConfiguration {
    get { NimbusConfiguration() }
    set {}
  }
}

enum NimbusInstance_ObservingComments {
  final class Badge { var count: JSONValue? }

  static var nimbus: NimbusInstance { exampleNimbus }
  static var observation: StateObservation? {
    get { nil }
    set {}
  }
  static var badge: Badge { Badge() }
  static func save(_ value: JSONValue) {}
}

enum NimbusInstanceComments {
  static var configuration: NimbusConfiguration { NimbusConfiguration() }
}

enum ServerDrivenViewComments {
  static var nimbus: NimbusInstance { exampleNimbus }
  static func draw(_ layout: ScreenLayout) {}
}

enum ChildrenComments {
  static var node: ServerDrivenNode { ServerDrivenNode(id: "card", component: "app:card") }
}

/// A component that says hello.
struct ExampleGreeting: ViewDecodable {
  var name: String

  func render(_ context: ComponentContext) -> ScreenLayout { .text("Hello \(name)") }
}

/// An instance with the built-in components.
private var exampleNimbus: NimbusInstance { NimbusInstance(NimbusConfiguration()) }

/// A document of one line.
private let exampleDocument = #"{"_:component": "layout:text", "properties": {"text": "Hello"}}"#
