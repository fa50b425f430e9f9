import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowScreens
import FlowState
import Nimbus

/// Makes the declared steps of a document in one of its orders.
struct DocumentSteps {
  let content: DocumentContent
  let registry: FlowRegistry
  let ways: StepWays
  /// The shape of each step's value, by its place.
  let shapes: [ValueShape]
  /// The documents of the screens that stand in the document, by the places of their steps.
  let screens: [Int: ScreenDocument]
  let presenter: (any ScreenPresenter & Sendable)?
  let files: FileFolder?
  /// Whether the chain runs in memory, where a person can leave a form for good.
  let isInMemory: Bool
  let reader: DocumentReaderLanguage
  /// The ids of the steps whose values are kept apart, sealed.
  let privateSteps: Set<String>

  /// The chain of the order.
  var chain: FlowChain {
    FlowChain(identifier: content.flow, ways.order.map { declared(content.steps[$0], $0) })
  }

  private func declared(_ step: DocumentContent.Step, _ place: Int) -> DeclaredStep {
    switch step.work {
    case .form(let form):
      declared({ form.form(for: $0) }, step, place, isPrivate: form.isPrivate)
    case .page(let title):
      declared({ FlowForm(DocumentAnswer(), title.text(for: $0)) { _ in [] } }, step, place, isPrivate: false)
    case .use(let use): declared(use, step, place)
    case .awaits(let message): declared(awaiting: message, step, place)
    case .screen(let screen): declared(screen, step, place)
    // A document with such a step isn't read.
    case .unreadable: declared(awaiting: "", step, place)
    }
  }

  // MARK: Kinds

  private func declared(
    _ make: @escaping @Sendable (DocumentReaderLanguage) -> FlowForm<DocumentAnswer>, _ step: DocumentContent.Step,
    _ place: Int, isPrivate: Bool
  ) -> DeclaredStep {
    let hasValue = step.hasValue
    let plain = make(reader)
    let declaration = FlowStepDeclaration.form(
      plain, identifier: step.id, within: step.within, on: presenter, files: files
    ).changingDurability { [reader] durability in
      // The form of a run is in its language.
      let form = { @Sendable (assignments: [VariantAssignment]) in
        let own = reader.of(assignments)
        return own.wanted == reader.wanted ? plain : make(own)
      }
      durability.page = AssignedForm { AnyForm(form($0)) }
      durability.check = { message, values in
        try form((values as? RunValues)?.assignments ?? []).check(message: message)
      }
    }
    return finished(declaration, step, place, isPrivate: isPrivate) { answer in
      hasValue ? .object(answer.value.members) : nil
    }
  }

  private func declared(
    _ use: DocumentContent.UseContent, _ step: DocumentContent.Step, _ place: Int
  ) -> DeclaredStep {
    let registered = registry.steps[use.name]
    let template = use.with ?? .object(JSONObject())
    var declaration = FlowStepDeclaration(JSONValue.self, JSONValue.self, identifier: step.id) { input, visit in
      guard let registered else { throw DocumentRunError.unregistered(use.name, step: step.id) }
      return try await registered.work(input ?? .null, visit)
    }
    if let undo = registered?.undo {
      declaration = declaration.undoing { output, visit in if let output { try await undo(output, visit) } }
    }
    if registered?.isAtMostOnce == true { declaration = declaration.atMostOnce() }
    if let timeout = use.timeout { declaration = declaration.timeout(timeout) }
    if use.attempts > 1 {
      let backoff = use.backoff.map { Backoff.exponential(from: $0, upTo: max($0, .seconds(60))) } ?? .none
      declaration = declaration.retry(attempts: use.attempts, backoff: backoff)
    }
    let given = declaration.given { [privateSteps] context in
      ExpressionSession { context.documentValue(of: $0, privateSteps) }.value(of: template)
    }
    return finished(given, step, place) { $0 }
  }

  private func declared(
    awaiting message: String, _ step: DocumentContent.Step, _ place: Int
  ) -> DeclaredStep {
    let registered = registry.messages[message]
    let declaration = FlowStepDeclaration(Any.self, JSONValue.self, identifier: step.id) { _ in
      FlowStep(Any.self, JSONValue.self, identifier: step.id) { _ in
        let handler = FlowStepHandler(Any.self, JSONValue.self)
        handler.fail(DocumentRunError.awaitsInMemory(message, step: step.id))
        return handler
      }
    }.changingDurability { durability in
      durability.wait = .message(message, within: step.within)
      durability.check = { value, _ in
        if let value = value as? JSONValue { try registered?.decode(value) }
      }
    }
    return finished(declaration, step, place) { $0 }
  }

  private func declared(_ screen: ScreenContent, _ step: DocumentContent.Step, _ place: Int) -> DeclaredStep {
    let make = ScreenStep(
      id: step.id, content: screen, document: screens[place], screens: registry.screens, reader: reader)
    let template = make.template
    let face = DocumentScreen(step: make, shape: shapes[place], privateSteps: privateSteps)
    let declaration = FlowStepDeclaration(JSONValue.self, JSONValue.self, identifier: step.id) { [presenter] _ in
      make.step(on: presenter)
    }.given { [privateSteps] context in
      ExpressionSession { context.documentValue(of: $0, privateSteps) }.value(of: template)
    }.changingDurability { durability in
      durability.wait = .message(DocumentScreen.messageName(of: step.id), within: step.within)
      durability.page = face
      durability.check = { message, _ in if let message = message as? JSONValue { try face.check(message) } }
    }.stop()
    return finished(declaration, step, place) { $0 }
  }

  // MARK: Routes

  /// Adds the routes, and keeps the value.
  private func finished<Content, Result>(
    _ declaration: FlowStepDeclaration<Content, Result>, _ step: DocumentContent.Step, _ place: Int,
    isPrivate: Bool = false, value: @escaping @Sendable (Result) -> JSONValue?
  ) -> DeclaredStep {
    let id = step.id
    var declaration = step.isFinal ? declaration.final() : declaration
    for name in step.formerNames { declaration = declaration.renamed(from: name) }
    if step.hasValue {
      let key: any DurableKey<JSONValue>.Type = isPrivate ? PrivateDocumentValues.self : DocumentValues.self
      declaration = Self.keeping(declaration, key) { context, result in
        context.setDocumentValue(result.flatMap(value), of: id, isPrivate: isPrivate)
      }
    }
    declaration = routed(declaration, step, place, value)
    let labels = RouteLabels(of: step)
    for (route, label) in zip(step.routes, labels.all) {
      switch route.when {
      case .failed?: declaration = declaration.catching(.failure, to: target(of: route.to, place), as: label)
      case .timeout?: declaration = declaration.catching(.timeout, to: target(of: route.to, place), as: label)
      default: break
      }
    }
    return declaration.step
  }

  private static func keeping<Content, Result, Key: DurableKey<JSONValue>>(
    _ declaration: FlowStepDeclaration<Content, Result>, _ key: Key.Type,
    _ keep: @escaping @Sendable (FlowContext, Result?) -> Void
  ) -> FlowStepDeclaration<Content, Result> { declaration.keeping(key, by: keep) }

  private func routed<Content, Result>(
    _ declaration: FlowStepDeclaration<Content, Result>, _ step: DocumentContent.Step, _ place: Int,
    _ value: @escaping @Sendable (Result) -> JSONValue?
  ) -> FlowStepDeclaration<Content, Result> {
    let fallback = target(of: step.fallback, place)
    let labels = RouteLabels(of: step)
    var routes: [(label: String, target: FlowRoute.Target)] = []
    var conditions: [(label: String, text: String)] = []
    var late: String?
    for (index, route) in step.routes.enumerated() {
      switch route.when {
      case .expression(let text)?:
        routes.append((labels.all[index], target(of: route.to, place)))
        conditions.append((labels.all[index], text.source))
      case .late?:
        routes.append((labels.all[index], target(of: route.to, place)))
        late = labels.all[index]
      default: break
      }
    }
    // A step whose time is limited continues after it. Otherwise, only a presenter that has ended leaves a form without an answer.
    let canBeLeft = isInMemory && step.isAnswered && step.within == nil
    guard !routes.isEmpty || canBeLeft else { return declaration.leading(to: fallback) }
    let last = labels.last
    routes.append((last, fallback))
    if canBeLeft { routes.append((Self.left, .end)) }
    let (id, lateLabel) = (step.id, canBeLeft ? Self.left : late ?? last)
    return declaration.branching(routes) { [conditions, privateSteps] context, result in
      guard let result else { return lateLabel }
      guard !conditions.isEmpty else { return last }
      // The step's own value counts, even where a test asks without a run.
      let own = value(result)
      let session = ExpressionSession { name in name == id ? own : context?.documentValue(of: name, privateSteps) }
      return conditions.first { session.value(of: $0.text) == .bool(true) }?.label ?? last
    }
  }

  /// The label of the route by which a form is left without an answer. No id has a space.
  private static let left = "end of input"

  private func target(of name: String, _ place: Int) -> FlowRoute.Target {
    switch name {
    case "next": ways.next[place].map { .step(content.steps[$0].id) } ?? .end
    case "back": .back
    case "end": .end
    default: .step(name)
    }
  }
}

/// The labels of a step's routes: the word for an ending without a value, or else the target, with a number if it repeats.
private struct RouteLabels {
  private(set) var all: [String] = []
  /// The label of the route that is taken if no condition is true.
  let last: String

  init(of step: DocumentContent.Step) {
    var counts: [String: Int] = [:]
    func label(_ word: String) -> String {
      counts[word, default: 0] += 1
      // No target has a space in its name.
      return counts[word] == 1 ? word : "\(word) \(counts[word] ?? 0)"
    }
    for route in step.routes {
      switch route.when {
      case .late?: all.append(label("late"))
      case .failed?: all.append(label("failed"))
      case .timeout?: all.append(label("timeout"))
      default: all.append(label(route.to))
      }
    }
    last = label(step.fallback)
  }
}
