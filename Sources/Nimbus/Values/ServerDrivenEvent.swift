public import FlowJSON

/// What is to be done when something happens: a list of actions, in a scope of its own. (Seed: `ServerDrivenEvent`.)
public final class ServerDrivenEvent {
  /// The key under which the event stands, which is also the identifier of its implicit state.
  public let name: String
  private let perform: (JSONValue?) -> Void

  /// Makes an event of a closure, for tests and for decoders outside a screen.
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - perform: Gets the value of the implicit state; nil when the event runs without one.
  public init(name: String, perform: @escaping (JSONValue?) -> Void) {
    self.name = name
    self.perform = perform
  }

  /// Runs the actions.
  public func run() { perform(nil) }

  /// Sets the implicit state, then runs the actions.
  public func run(_ value: JSONValue) { perform(value) }
}
