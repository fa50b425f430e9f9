/// The location of a value in a JSON document.
///
/// ```swift
/// JSONLocation().key("steps").index(0).key("title").description  // $.steps[0].title
/// ```
public struct JSONLocation: Sendable, Hashable, CustomStringConvertible {
  /// A step from a container to one of its parts.
  public enum Component: Sendable, Hashable {
    /// The step to an object's member.
    case key(String)
    /// The step to an array's element.
    case index(Int)
  }

  /// The steps from the root to the value.
  public var components: [Component]

  /// Creates a location.
  ///
  /// - Parameter components: The steps from the root. An empty array is the root itself.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// Returns the location of a member of the object at this location.
  public func key(_ name: String) -> JSONLocation { JSONLocation(components + [.key(name)]) }

  /// Returns the location of an element of the array at this location.
  public func index(_ index: Int) -> JSONLocation { JSONLocation(components + [.index(index)]) }

  /// The location as text: `$`, followed by `.name` or `[0]` for each step. Names with special characters are written
  /// as `["a name"]`, and long names are shortened.
  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let name) where name.isPlainName: text += ".\(name.brief)"
      case .key(let name): text += "[\(JSONValue.string(name.brief).jsonText)]"
      }
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
      default: false
      }
    }
  }
}
