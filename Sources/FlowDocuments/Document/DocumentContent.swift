import FlowJSON
import Nimbus

/// A flow document as plain values. What couldn't be read is missing.
struct DocumentContent: Sendable {
  /// A step.
  struct Step: Sendable {
    let location: JSONLocation
    let id: String
    var work: Work
    var within: Duration?
    var routes: [Route] = []
    var ends = false
    var isFinal = false
    /// The ids that the step had in earlier versions.
    var formerNames: [String] = []
  }

  /// The work of a step.
  enum Work: Sendable {
    case form(FormContent)
    case page(title: DocumentSpeech)
    case use(UseContent)
    case awaits(String)
    case screen(ScreenContent)
    /// A problem has been reported.
    case unreadable
  }

  /// A step of the program.
  struct UseContent: Sendable {
    let name: String
    let with: JSONValue?
    let timeout: Duration?
    let attempts: Int
    let backoff: Duration?
  }

  /// A form.
  struct FormContent: Sendable {
    let title: DocumentSpeech
    let fields: [FieldContent]

    var isPrivate: Bool { fields.contains { $0.type == "password" } }
  }

  /// A field of a form.
  struct FieldContent: Sendable {
    let name: String
    let type: String
    let isOptional: Bool
    let options: [OptionContent]
    /// All members, for what only the kind of the field reads.
    let members: JSONObject
  }

  /// An answer that a person can choose.
  struct OptionContent: Sendable {
    let value: String
    let label: DocumentSpeech?
    /// The sentence with which the answer is refused; nil if it is accepted.
    let refusal: DocumentSpeech?
  }

  /// A way on from a step.
  struct Route: Sendable {
    let location: JSONLocation
    let to: String
    var when: Condition?
  }

  /// When a route is taken.
  enum Condition: Sendable {
    case late, failed, timeout
    case expression(ExpressionText)
    /// A problem is reported elsewhere.
    case unreadable

    /// Whether the route follows a result.
    var isOfResult: Bool {
      switch self {
      case .expression, .unreadable: true
      case .late, .failed, .timeout: false
      }
    }
  }

  /// An experiment.
  struct Variants: Sendable {
    let weights: [(name: String, weight: Double)]
    let orders: [String: [String]]
  }

  var flow = ""
  var version = 1
  var steps: [Step] = []
  var variants: Variants?
  /// The languages of the texts; empty if they aren't declared.
  var languages: [String] = []
  var upgrades: [UpgradeContent] = []
  /// The place of each step.
  var places: [String: Int] = [:]

  var hasPrivateForms: Bool { steps.contains(where: \.isPrivate) }

  /// The ids of the steps whose values are kept apart, sealed.
  var privateSteps: Set<String> { Set(steps.lazy.filter(\.isPrivate).map(\.id)) }
}

extension DocumentContent.Step {
  /// The routes after a result, up to the one that is always taken.
  var resultRoutes: [DocumentContent.Route] {
    let routes = routes.filter { $0.when?.isOfResult ?? true }
    guard let last = routes.firstIndex(where: { $0.when == nil }) else { return routes }
    return Array(routes[...last])
  }

  /// The target if no condition is true.
  var fallback: String { routes.first { $0.when == nil }?.to ?? (ends ? "end" : "next") }

  /// The route for a wait that ends without a value.
  var lateRoute: DocumentContent.Route? {
    routes.first { if case .late? = $0.when { true } else { false } }
  }

  /// Whether a person answers the step.
  var isAnswered: Bool {
    switch work {
    case .form, .page, .screen: true
    case .use, .awaits, .unreadable: false
    }
  }

  /// Whether the value of the step is kept apart, sealed.
  var isPrivate: Bool { if case .form(let form) = work { form.isPrivate } else { false } }

  /// Whether the step has a value that expressions can read.
  var hasValue: Bool { if case .page = work { false } else { true } }
}
