import FlowJSON

/// A scope for states and stored values: the instance, a navigator, a view, a node or an event. A lookup also searches
/// the outer scopes.
///
/// A scope has references only to outer scopes, never to nodes. An event that waits for a response keeps its states
/// alive, and nothing else.
final class Scope {
  let name: String
  let parent: Scope?
  /// The limits on the contents of the view. It's `nil` outside of views.
  private let limits: ScreenLimits?
  private var cells = StateTable()
  private var stored: [String: Any] = [:]

  init(_ name: String, parent: Scope?, limits: ScreenLimits? = nil) {
    self.name = name
    self.parent = parent
    self.limits = limits ?? parent?.limits
  }

  /// Adds a state. It replaces an existing state with the same name, without updating the properties that depend on it.
  ///
  /// - Parameters:
  ///   - id: The name of the state.
  ///   - value: The value.
  ///   - size: The size of the value, if it's known.
  func addState(_ id: String, _ value: JSONValue, size: Int? = nil) {
    let cell = StateCell(id, value, size: size, limits)
    // The change is outside of this object, between two exchanges. Looking up a state then needs no check for
    // overlapping access.
    var cells = StateTable()
    swap(&cells, &self.cells)
    cells.insert(cell)
    swap(&cells, &self.cells)
  }

  /// Returns the state with the given name in this scope. Outer scopes are ignored.
  func ownState(_ id: String) -> StateCell? { cells[id] }

  /// Returns the nearest state with the given name, from this scope outward.
  func state(_ id: String) -> StateCell? {
    var scope: Scope? = self
    while let here = scope {
      if let cell = here.cells[id] { return cell }
      scope = here.parent
    }
    return nil
  }

  /// Returns the nearest value for the given key, from this scope outward.
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

  /// The names of the scopes, from the outermost to this one, for the log. If they are long, those in the middle are
  /// omitted.
  var path: String {
    var names: [String] = []
    var size = 0
    var scope: Scope? = self
    while let here = scope {
      if size <= Self.pathSize || here.limits == nil {
        names.append(here.name)
      } else if names.last != "…" {
        names.append("…")
      }
      size += here.name.utf8.count
      scope = here.parent
    }
    return names.reversed().joined(separator: " > ")
  }

  /// The size of the names beyond which a path omits names.
  private static let pathSize = 1_000
}
