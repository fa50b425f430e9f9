/// Weak references to objects, in the order in which they were added.
///
/// The list doesn't grow with the objects that are gone: it removes them each time that it has doubled.
struct WeakList<Object: AnyObject> {
  private struct Reference {
    weak var object: Object?
  }

  private var references: [Reference] = []
  private var tidyAt = 64

  mutating func append(_ object: Object) {
    if references.count >= tidyAt {
      references.removeAll { $0.object == nil }
      tidyAt = max(64, references.count * 2)
    }
    references.append(Reference(object: object))
  }

  /// Removes the objects for which `isTaken` is true, and returns them.
  mutating func take(where isTaken: (Object) -> Bool = { _ in true }) -> [Object] {
    guard !references.isEmpty else { return [] }
    var taken: [Object] = []
    references.removeAll { reference in
      guard let object = reference.object else { return true }
      guard isTaken(object) else { return false }
      taken.append(object)
      return true
    }
    return taken
  }
}
