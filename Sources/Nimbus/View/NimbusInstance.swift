public import FlowJSON
public import FlowScreens

/// The root of everything that documents can reach: libraries, services, the application's states.
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
/// (Seed: `Nimbus`; the module has that name here.) An instance and everything made of it belong to one queue.
public final class NimbusInstance {
  /// What the instance was made of.
  public let configuration: NimbusConfiguration
  let libraries: LibraryTable
  let updates: UpdateCycle
  let scope: Scope
  private var lastID = 0
  private var lastSerial = 0

  /// Makes an instance.
  ///
  /// - Parameter configuration: The libraries and services.
  public init(_ configuration: NimbusConfiguration = NimbusConfiguration()) {
    self.configuration = configuration
    updates = UpdateCycle(configuration.logger)
    libraries = LibraryTable([.makeCore(updates.work)] + configuration.libraries)
    scope = Scope("nimbus", parent: nil)
    scope.addState("global", .null)
    for (id, value) in configuration.states.sorted(by: { $0.key < $1.key }) {
      if let refusal = Self.refusal(of: id, value) {
        logger.error("The application's state \"\(id)\" was left out: \(refusal).")
      } else {
        scope.addState(id, value)
      }
    }
  }

  /// Hears of everything that was not done as the document says.
  public var logger: any FlowLogger { configuration.logger }

  /// The value of one of the application's states.
  ///
  /// - Parameter id: The state's name.
  /// - Returns: The value; nil if there is no such state.
  public func state(_ id: String) -> JSONValue? { scope.ownState(id)?.value }

  /// Sets one of the application's states, or something in it, and updates what depends on it in all views.
  ///
  /// - Parameters:
  ///   - path: The state's name, and after points the way into it: `global.user.name`. What cannot be set is logged.
  ///   - value: The new value.
  public func setState(_ path: String, to value: JSONValue) {
    do {
      try updates.set(StateChange(path, value), in: scope)
    } catch {
      logger.error("\(error)")
    }
  }

  /// Makes a view without a document, outside of any navigation.
  ///
  /// - Parameter states: States of the view itself.
  /// - Returns: The view; load a document into it.
  public func makeView(states: [String: JSONValue] = [:]) -> ServerDrivenView {
    ServerDrivenView(self, request: nil, navigator: nil, states: states, events: [:])
  }

  /// Stores a value that every event of every view can ask for.
  public func set(_ key: String, to value: Any) { scope.set(key, value) }

  /// Takes a stored value away.
  public func unset(_ key: String) { scope.set(key, nil) }

  /// The value stored under a key.
  public func value(forKey key: String) -> Any? { scope.get(key) }

  /// Nimbus' name for ``value(forKey:)``.
  public func get(_ key: String) -> Any? { value(forKey: key) }

  func makeID() -> String {
    lastID += 1
    return "nimbus:\(lastID)"
  }

  func makeSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Why a state cannot be; nil if it can.
  static func refusal(of id: String, _ value: JSONValue) -> String? {
    StatePath.isStateID(id) ? value.excess : "\"\(id)\" cannot be the name of a state"
  }
}
