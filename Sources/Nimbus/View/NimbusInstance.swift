public import FlowJSON
public import FlowScreens

/// The root object of Nimbus. It has the libraries, the services and the application's states.
///
/// ```swift
/// let nimbus = NimbusInstance(configuration)
/// let view = nimbus.makeView()
/// try view.load("""
///   {"_:component": "layout:text", "properties": {"text": "Hey @{global.user.name}!"}}
///   """)
/// nimbus.setState("global.user.name", to: "John")
/// ```
///
/// An instance, its views and its navigators belong to one queue. As in Nimbus's `Nimbus`, which here is the name of
/// the module.
public final class NimbusInstance {
  /// The configuration of the instance.
  public let configuration: NimbusConfiguration
  let libraries: LibraryTable
  let updates: UpdateCycle
  /// The logger for faults. In contrast to ``logger``, it discards messages if there are too many at once.
  let faults: BoundedLogger
  let scope: Scope
  /// The user info with the logger for faults that property wrappers report after decoding.
  let userInfo: [CodingUserInfoKey: Any]
  let statelessTypes = StatelessTypes()
  private var lastID = 0
  private var lastSerial = 0

  /// Creates an instance.
  ///
  /// - Parameter configuration: The libraries and services.
  public init(_ configuration: NimbusConfiguration = NimbusConfiguration()) {
    self.configuration = configuration
    faults = BoundedLogger(configuration.logger)
    userInfo = [.nimbusLogger: faults]
    updates = UpdateCycle(faults)
    libraries = LibraryTable([.makeCore(updates.work)] + configuration.libraries)
    scope = Scope("nimbus", parent: nil)
    scope.addState("global", .null)
    for (id, value) in configuration.states.sorted(by: { $0.key < $1.key }) {
      if let refusal = Self.refusal(of: id, value) {
        faults.error("The application's state \"\(id.brief)\" was left out: \(refusal).")
      } else {
        scope.addState(id, value)
      }
    }
  }

  /// The logger that receives all faults, such as unknown components and failed actions.
  public var logger: any FlowLogger { configuration.logger }

  /// Returns the value of one of the application's states.
  ///
  /// - Parameter id: The name of the state.
  /// - Returns: The value. `nil` if there is no such state.
  public func state(_ id: String) -> JSONValue? { scope.ownState(id)?.value }

  /// Sets one of the application's states, or a value inside it. Updates everything that depends on it, in all views.
  ///
  /// - Parameters:
  ///   - path: The path to the value: the name of the state, followed by a dot and a name for each level, as in
  ///     `global.user.name`. If the value can't be set, the reason is logged.
  ///   - value: The new value.
  public func setState(_ path: String, to value: JSONValue) {
    do {
      try updates.set(StateChange(path, value), in: scope)
    } catch {
      faults.error("\(error)")
    }
  }

  /// Creates a view without a document and without a navigator.
  ///
  /// - Parameter states: The states of the view.
  /// - Returns: The view, into which you can load a document.
  public func makeView(states: [String: JSONValue] = [:]) -> ServerDrivenView {
    ServerDrivenView(self, request: nil, navigator: nil, states: states, events: [:])
  }

  /// Stores a value for the given key. The events of all views can read it.
  public func set(_ key: String, to value: Any) { scope.set(key, value) }

  /// Removes the stored value for the given key.
  public func unset(_ key: String) { scope.set(key, nil) }

  /// Returns the stored value for the given key.
  public func value(forKey key: String) -> Any? { scope.get(key) }

  /// The same as ``value(forKey:)``. As in Nimbus's `get`.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  func makeID() -> String {
    lastID += 1
    return "nimbus:\(lastID)"
  }

  func makeSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Returns the reason why a state isn't allowed. Returns `nil` if it is.
  static func refusal(of id: String, _ value: JSONValue) -> String? {
    StatePath.isStateID(id) ? value.excess : "\"\(id.brief)\" cannot be the name of a state"
  }
}
