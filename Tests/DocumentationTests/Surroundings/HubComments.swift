import FlowJSON
import FlowScreens
import FlowState
import Foundation
import Hub

// Declarations that the comments of Hub need.

enum HubComponentImageDataBuilderComments {
  static var builder: HubComponentModelBuilder {
    get { HubComponentModelBuilder(identifier: "soup") }
    set {}
  }
}

enum HubComponentModelBuildersComments {
  static var builder: HubViewModelBuilder {
    get { HubViewModelBuilder() }
    set {}
  }
}

enum HubComponentTargetBuilderComments {
  static var builder: HubComponentModelBuilder {
    get { HubComponentModelBuilder(identifier: "herring") }
    set {}
  }
}

enum HubViewModelBuilderComments {
  static let document = exampleHubData
}

enum HubComponentContextComments {
  final class Button {
    var onPress: () -> Void = {}
  }

  static var context: HubComponentContext<String> { preconditionFailure("A context is only mentioned.") }
  static var model: HubComponentModel { exampleHubComponent }
  static var button: Button { Button() }
}

enum HubComponentRegistryComments {
  struct Lines: HubComponentFallbackHandler {
    func component(
      for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<String>
    ) -> String {
      model.title ?? ""
    }
  }
  struct ShopComponents: HubComponentFactory {
    func component(
      named name: String, for model: HubComponentModel, in context: HubComponentContext<String>
    ) -> String? {
      nil
    }
  }

  static var view: HubViewModel { exampleHubView }
}

enum HubJSONErrorComments {
  static let data = Data("5".utf8)
  static var builder: HubViewModelBuilder {
    get { HubViewModelBuilder() }
    set {}
  }
}

enum HubRegistrationErrorComments {
  static var schemas: HubJSONSchemaRegistry { HubJSONSchemaRegistry() }
  static var recipes: HubJSONSchema { HubJSONSchema() }
}

enum HubContentLoaderComments {
  struct Source: HubContentOperation {
    func perform(_ work: HubContentWork) { work.finish() }
  }

  static var cache: Source { Source() }
  static var server: Source { Source() }
  static func draw(_ view: HubViewModel) {}
}

enum HubContentOperationComments {
  struct Server {
    func fetchMenu(_ reply: @escaping (Data) -> Void) {}
    func fetchOrders(page: Int, _ reply: @escaping ([HubComponentModel]) -> Void) {}
  }

  static var work: HubContentWork { preconditionFailure("Work is only mentioned.") }
}

enum HubComponentImageDataComments {
  static var component: HubComponentModel { exampleHubComponent }
}

enum HubComponentModelComments {
  static var viewModel: HubViewModel { exampleHubView }
}

enum HubComponentTargetComments {
  static var component: HubComponentModel { exampleHubComponent }
}

enum HubComponentTypeComments {
  static var viewModel: HubViewModel { exampleHubView }
}

enum HubViewModelComments {
  static let data = exampleHubData
}

enum HubJSONPathComments {
  static let document: JSONObject = ["body": [["text": ["title": "Soup"]]]]
}

enum HubComponentImageDataJSONSchemaComments {
  static var schema: HubJSONSchema { HubJSONSchema() }
}

enum HubComponentModelJSONSchemaComments {
  static var schema: HubJSONSchema { HubJSONSchema() }
}

enum HubComponentTargetJSONSchemaComments {
  static var schema: HubJSONSchema { HubJSONSchema() }
}

enum HubViewModelJSONSchemaComments {
  static var schema: HubJSONSchema { HubJSONSchema() }
}

enum HubScreenComments {
  static var session: ExamplePresenter { ExamplePresenter() }
}

enum HubLayoutsComments {
  struct ShopComponents: HubComponentFactory {
    func component(
      named name: String, for model: HubComponentModel, in context: HubComponentContext<ScreenLayout>
    ) -> ScreenLayout? {
      nil
    }
  }
}

enum HubActionsComments {
  typealias Basket = ExampleBasket

  static var selection: HubSelection { preconditionFailure("A selection is only mentioned.") }
}

enum HubSelectorComments {
  struct Browser: URLOpener {
    func open(_ url: URL) -> Bool { true }
  }

  static var actions: HubActions<ExampleBasket> { HubActions() }
  static var basket: ExampleBasket { ExampleBasket() }
  static var browser: Browser { Browser() }
  static var component: HubComponentModel { exampleHubComponent }
  static var viewModel: HubViewModel { exampleHubView }
  static var outcome: HubSelectionOutcome { .unhandled }
}

enum HubTargetOpenerComments {
  struct Navigation {
    func push(_ url: URL, showing view: HubViewModel?) -> Bool { true }
  }

  static var navigation: Navigation { Navigation() }
}

/// A basket that accepts everything.
struct ExampleBasket {
  func add(_ identifier: String) -> Bool { true }
}

/// A view as a server sends it.
private let exampleHubData = Data(#"{"title": "Food", "body": [{"id": "soup"}]}"#.utf8)

/// A view of one component.
private var exampleHubView: HubViewModel {
  var builder = HubViewModelBuilder()
  builder.body.edit("soup") { $0.title = "Soup" }
  return builder.build()
}

/// A component without children.
private var exampleHubComponent: HubComponentModel { HubComponentModelBuilder(identifier: "soup").build() }
