import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `push`, `present`, `pop`, `dismiss`, `popTo` and `triggerViewEvent`.
  func addNavigationActions() {
    addAction("push") { event in
      let opening = try Opening(ActionProperties(event))
      try Self.navigator(of: event).push(opening.request, states: opening.states, events: opening.events)
    }
    addAction("present") { event in
      let opening = try Opening(ActionProperties(event))
      try Self.navigator(of: event).present(opening.request, states: opening.states, events: opening.events)
    }
    addAction("pop") { event in try Self.navigator(of: event).pop() }
    addAction("dismiss") { event in try Self.navigator(of: event).dismiss() }
    addAction("popTo") { event in
      let url = try ActionProperties(event).text("url")
      try Self.navigator(of: event).pop(to: event.scope.nimbus.absoluteURL(url))
    }
    addAction("triggerViewEvent") { event in
      let properties = ActionProperties(event)
      let name = try properties.text("event")
      guard let target = event.scope.context?.events[name] else {
        throw ActionFault("the view has no event \"\(name.brief)\".")
      }
      try target.run(properties.json("value"))
    }
    for name in ["push", "present"] {
      initializers[name] = ActionInitializer(isNeeded: Self.mayPrefetch) { event in
        let properties = ActionProperties(event)
        guard case .json(.bool(true))? = properties["prefetch"], let navigator = event.scope.context?.navigator,
          navigator.mayPrefetch
        else { return }
        navigator.prefetch(try Opening(properties).request)
      }
    }
  }

  /// Returns whether the property `prefetch` of an action may be true. Other actions aren't evaluated until they run,
  /// because their expressions may need values that don't exist before, such as the response to a request.
  private static func mayPrefetch(_ action: ActionBlueprint) -> Bool {
    switch action.properties?.template {
    case .constant(let properties)?: properties["prefetch"] == true
    case .map(let properties)?:
      switch properties.first(where: { $0.key == "prefetch" })?.template {
      case nil: false
      case .constant(let value)?: value == true
      default: true
      }
    default: false
    }
  }

  private static func navigator(of event: ActionTriggeredEvent) throws -> NimbusNavigator {
    guard let navigator = event.scope.context?.navigator else {
      throw ActionFault("the view has no navigator.")
    }
    return navigator
  }
}

/// The properties of `push` and `present` that describe the view to open.
private struct Opening {
  let request: ViewRequest
  let states: [String: JSONValue]
  let events: [String: ServerDrivenEvent]

  init(_ properties: ActionProperties) throws {
    var fallback: JSONValue?
    if let node = try properties.map("fallback").nonEmpty { fallback = .object(node) }
    request = ViewRequest(try properties.request(bodyKeys: ["body", "data"]), fallback: fallback)
    states = Dictionary(try properties.map("state").map { ($0.name, $0.value) }) { $1 }
    switch properties["events"] {
    case nil, .json(.null)?: events = [:]
    case .json(.object(let members))? where members.allSatisfy { $0.value == [] || $0.value == .null }: events = [:]
    case .object(let members)?:
      var events: [String: ServerDrivenEvent] = [:]
      for (name, member) in members {
        switch member {
        case .event(let event): events[name] = event
        case .json(.array([])), .json(.null): break
        default: throw properties.mismatch("events", "an object of events")
        }
      }
      self.events = events
    default: throw properties.mismatch("events", "an object of events")
    }
  }
}

extension JSONObject {
  fileprivate var nonEmpty: JSONObject? { isEmpty ? nil : self }
}
