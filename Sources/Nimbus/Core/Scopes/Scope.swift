import FlowJSON

/// A scope for states and stored values: the instance, a navigator, a view, a node or an event. Lookups go outward.
///
/// A scope keeps references only to outer scopes, never to nodes. An event that waits for a response keeps its states
/// alive, and nothing else.
final class Scope {
  let name: String
  let parent: Scope?
  /// What the nodes and events of one view share, or `nil` outside of views.
  let home: ViewHome?
  private var cells = StateTable()
  private var stored: [String: Any] = [:]

  init(_ name: String, parent: Scope?, home: ViewHome? = nil) {
    self.name = name
    self.parent = parent
    self.home = home ?? parent?.home
  }

  /// Adds a state. It replaces an existing state with that name, without an update of the properties that depend on it.
  @discardableResult
  func addState(_ id: String, _ value: JSONValue) -> StateCell {
    let cell = StateCell(id, value, home?.allowance)
    // Outside of this object, between two exchanges, so that looking up a state needs no check for an overlapping access.
    var cells = StateTable()
    swap(&cells, &self.cells)
    cells.insert(cell)
    swap(&cells, &self.cells)
    return cell
  }

  /// Returns the state with the given name in this scope itself.
  func ownState(_ id: String) -> StateCell? { cells[id] }

  /// Returns the state with the given name in the nearest scope.
  func state(_ id: String) -> StateCell? {
    var scope: Scope? = self
    while let here = scope {
      if let cell = here.cells[id] { return cell }
      scope = here.parent
    }
    return nil
  }

  /// Returns the value for the given key in the nearest scope.
  func get(_ key: String) -> Any? {
    var scope: Scope? = self
    while let here = scope {
      if let value = here.stored[key] { return value }
      scope = here.parent
    }
    return nil
  }

  /// Stores a value in this scope, or removes it if the value is `nil`.
  func set(_ key: String, _ value: Any?) { stored[key] = value }

  /// The names of the scopes, from the outermost to this one, for the log. If they are long, those in the middle are left out.
  var path: String {
    var names: [String] = []
    var size = 0
    var scope: Scope? = self
    while let here = scope {
      if size <= Self.pathSize || here.home == nil {
        names.append(here.name)
      } else if names.last != "…" {
        names.append("…")
      }
      size += here.name.utf8.count
      scope = here.parent
    }
    return names.reversed().joined(separator: " > ")
  }

  /// The size of a path's names beyond which others are left out.
  private static let pathSize = 1_000
}
