import FlowJSON

/// What a flow step shows: a document, and the instance that it belongs to.
///
/// ```swift
/// let screen = NimbusScreen(nimbus, from: ViewRequest("/signup"))
/// ```
public struct NimbusScreen {
  enum Origin {
    case document(String)
    case request(ViewRequest)
  }

  /// The instance that the screen belongs to.
  public let nimbus: NimbusInstance
  let origin: Origin

  /// Makes a screen of a document at hand.
  ///
  /// - Parameters:
  ///   - nimbus: The instance that the screen belongs to.
  ///   - document: The JSON text.
  public init(_ nimbus: NimbusInstance, document: String) {
    self.nimbus = nimbus
    origin = .document(document)
  }

  /// Makes a screen of a document that the instance's view source has.
  ///
  /// - Parameters:
  ///   - nimbus: The instance that the screen belongs to.
  ///   - request: Which document.
  public init(_ nimbus: NimbusInstance, from request: ViewRequest) {
    self.nimbus = nimbus
    origin = .request(request)
  }
}

extension NimbusNavigator {
  /// Shows what a step says.
  func open(_ screen: NimbusScreen, states: [String: JSONValue]) {
    switch screen.origin {
    case .document(let text): open(document: text, states: states)
    case .request(let request): open(request, states: states)
    }
  }

  /// Puts new content into the states of the first view; states that are equal to what they were stay so quietly.
  func takeStates(_ states: [String: JSONValue]) {
    guard let view = stacks.first?.first else { return }
    nimbus.updates.transaction {
      for (id, value) in states.sorted(by: { $0.key < $1.key }) { view.setState(id, to: value) }
    }
  }
}
