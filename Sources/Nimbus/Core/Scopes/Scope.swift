import FlowJSON

/// A place that states and stored values belong to: the instance, a view, a node, an event. Look-ups go outward.
///
/// Scopes hold outward only, and never nodes, so that an event which still waits for an answer keeps its states alive and
/// nothing else.
final class Scope {
  let name: String
  let parent: Scope?
  /// What the nodes and events of one view share; nil outside of views.
  let home: ViewHome?
  private var cells: [String: StateCell] = [:]
  private var stored: [String: Any] = [:]

  init(_ name: String, parent: Scope?, home: ViewHome? = nil) {
    self.name = name
    self.parent = parent
    self.home = home ?? parent?.home
  }

  /// Adds a state. One of the same name gives way to it, and nobody who depends on that is told.
  @discardableResult
  func addState(_ id: String, _ value: JSONValue) -> StateCell {
    let cell = StateCell(id, value)
    cells[id] = cell
    return cell
  }

  /// The state of this very scope.
  func ownState(_ id: String) -> StateCell? { cells[id] }

  /// The nearest state of a name.
  func state(_ id: String) -> StateCell? {
    var scope: Scope? = self
    while let here = scope {
      if let cell = here.cells[id] { return cell }
      scope = here.parent
    }
    return nil
  }

  /// The nearest value that is stored under a key.
  func get(_ key: String) -> Any? {
    var scope: Scope? = self
    while let here = scope {
      if let value = here.stored[key] { return value }
      scope = here.parent
    }
    return nil
  }

  /// Stores a value here; nil takes it away.
  func set(_ key: String, _ value: Any?) { stored[key] = value }

  /// The names from the outside in, for the log.
  var path: String {
    var names: [String] = []
    var scope: Scope? = self
    while let here = scope {
      names.append(here.name)
      scope = here.parent
    }
    return names.reversed().joined(separator: " > ")
  }
}
