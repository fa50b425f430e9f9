import FlowJSON
import FlowScreens

/// Creates the component of a node, and draws it.
final class NodeRenderer {
  private let context: ViewContext
  private let scope: Scope
  private var component: AnyComponent?
  private var wasDrawn = false
  /// The states of the latest decoded component. The next component takes over their values.
  private var states: LocalStates?

  init(_ context: ViewContext, in scope: Scope) {
    self.context = context
    self.scope = scope
  }

  /// Discards the component after a change of its properties. The next drawing creates a new one.
  func forgetComponent() {
    component = nil
  }

  /// The user info for decoding a component.
  var userInfo: [CodingUserInfoKey: Any] { context.nimbus.userInfo }

  /// Connects the states of a decoded component, and transfers the values of the previous component's states.
  func adoptStates(of component: Any, _ node: ServerDrivenNode) {
    guard let states = context.nimbus.statelessTypes.states(of: component) else { return }
    states.connect { [weak node] in node?.renderer?.takeChange(of: node) }
    if let old = self.states { states.carry(from: old) }
    self.states = states
  }

  /// Requests a redraw of the node after its component changes one of its own states.
  func takeChange(of node: ServerDrivenNode?) {
    guard let node else { return }
    if let drawn = context.drawing {
      context.nimbus.faults.error(
        "The component \"\(drawn.component)\" in \(scope.path) changes a state while it is drawn; it is not redrawn.")
      return
    }
    node.redraw()
    context.nimbus.updates.transaction { context.noteRedraw() }
  }

  /// Returns the layout of the node.
  func draw(_ node: ServerDrivenNode) -> ScreenLayout {
    let outer = context.drawing
    context.drawing = node
    defer {
      context.drawing = outer
      if !wasDrawn { runInitEvent(of: node) }
    }
    context.renders += 1
    do {
      return try makeComponent(of: node).render(ComponentContext(id: node.id))
    } catch {
      context.nimbus.faults.error("\(error)")
      guard context.nimbus.configuration.showsDebugMarkers, let error = error as? NodeDrawingError else {
        return .nothing
      }
      return .text(StyledText(error.marker, .red))
    }
  }

  /// Runs `onInit` after the first drawing of the node. If the node is drawn inside another one, the event waits for
  /// the outer one.
  private func runInitEvent(of node: ServerDrivenNode) {
    wasDrawn = true
    var event: ServerDrivenEvent?
    if case .event(let initial)? = node.properties?["onInit"] { event = initial }
    context.runWhenDrawn(event)
  }

  private func makeComponent(of node: ServerDrivenNode) throws -> AnyComponent {
    if let component { return component }
    guard let build = context.nimbus.libraries.component(node.component) else {
      throw NodeDrawingError.unknown(component: node.component, path: scope.path)
    }
    do {
      let made = try build(node)
      component = made
      return made
    } catch {
      throw NodeDrawingError.undecodable(component: node.component, path: scope.path, cause: error)
    }
  }
}

/// An error that describes why a node isn't shown.
enum NodeDrawingError: Error, CustomStringConvertible {
  case unknown(component: String, path: String)
  case undecodable(component: String, path: String, cause: any Error)

  var description: String {
    switch self {
    case .unknown(let component, let path): "The component \"\(component)\" in \(path) is not registered."
    case .undecodable(let component, let path, let cause):
      "The component \"\(component)\" in \(path) could not be made: \(cause.sentence)"
    }
  }

  /// The text that replaces the component if debug markers are shown.
  var marker: String {
    switch self {
    case .unknown(let component, _): "There is no component \"\(component)\"."
    case .undecodable(let component, _, _): "The component \"\(component)\" could not be made; see the log."
    }
  }
}
