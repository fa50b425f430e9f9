/// Weak references to objects, in the order in which they were added.
///
/// The list doesn't grow with the objects that are gone: it removes them before it needs more memory.
struct WeakList<Object: AnyObject> {
  private struct Reference {
    weak var object: Object?
  }

  private var references: [Reference] = []

  mutating func append(_ object: Object) {
    if references.count >= 64, references.count == references.capacity {
      references.removeAll { $0.object == nil }
      references.reserveCapacity(references.count * 2)
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
