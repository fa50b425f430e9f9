/// Where in a JSON document a value stands.
///
/// ```swift
/// JSONLocation().key("steps").index(0).key("title").description  // $.steps[0].title
/// ```
public struct JSONLocation: Sendable, Hashable, CustomStringConvertible {
  /// One step down.
  public enum Component: Sendable, Hashable {
    /// To the member of an object.
    case key(String)
    /// To the element of an array.
    case index(Int)
  }

  /// The steps down from the root.
  public var components: [Component]

  /// Makes a location.
  ///
  /// - Parameter components: The steps down from the root; none for the root itself.
  public init(_ components: [Component] = []) {
    self.components = components
  }

  /// The location of a member of the object that stands here.
  public func key(_ name: String) -> JSONLocation { JSONLocation(components + [.key(name)]) }

  /// The location of an element of the array that stands here.
  public func index(_ index: Int) -> JSONLocation { JSONLocation(components + [.index(index)]) }

  /// The location as text: `$`, then `.name` or `[0]` for each step; odd names stand in brackets and quotes.
  public var description: String {
    components.reduce(into: "$") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let name) where name.isPlainName: text += ".\(name)"
      case .key(let name): text += "[\(JSONValue.string(name).jsonText)]"
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
