/// The steps of a chain, in order. Finding a step by its name rarely needs a search.
struct ChainSteps: Sendable {
  private(set) var all: [DeclaredStep]
  /// The index at which each name was last seen. A step can have moved since then. Has the names of all steps.
  private var lastSeen: [String: Int]

  init(_ all: [DeclaredStep]) {
    self.all = all
    lastSeen = Dictionary(all.indices.map { (all[$0].identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether two steps have the same name. Such a chain is invalid.
  var hasRepeatedNames: Bool { lastSeen.count < all.count }

  func contains(_ identifier: String) -> Bool { lastSeen[identifier] != nil }

  /// Returns the index of the first step with a name.
  func index(of identifier: String) -> Int? {
    guard let index = lastSeen[identifier] else { return nil }
    // Another step of a repeated name can stand there now.
    if !hasRepeatedNames, index < all.count, all[index].identifier == identifier { return index }
    return all.firstIndex { $0.identifier == identifier }
  }

  // MARK: Changing

  /// Inserts a step whose name is new.
  mutating func insert(_ step: DeclaredStep, at index: Int) {
    all.insert(step, at: index)
    lastSeen[step.identifier] = index
    guard !hasRepeatedNames else { return }
    // Inserting many steps beside the same step finds it at once.
    for neighbour in [index - 1, index + 1] where all.indices.contains(neighbour) {
      lastSeen[all[neighbour].identifier] = neighbour
    }
  }

  /// Removes a step and returns it.
  mutating func remove(at index: Int) -> DeclaredStep {
    let isRepeated = hasRepeatedNames
    let step = all.remove(at: index)
    note(step.identifier, at: nil, repeated: isRepeated)
    return step
  }

  /// Replaces a step with one whose name no other step has.
  mutating func replace(at index: Int, with step: DeclaredStep) {
    let (isRepeated, old) = (hasRepeatedNames, all[index])
    all[index] = step
    note(old.identifier, at: nil, repeated: isRepeated)
    note(step.identifier, at: index, repeated: isRepeated)
  }

  /// Moves a step to the place before the step that stands at an offset.
  mutating func move(from index: Int, to offset: Int) {
    let step = all.remove(at: index)
    // Removing the step has moved all later steps forward by one.
    let place = offset > index ? offset - 1 : offset
    all.insert(step, at: place)
    note(step.identifier, at: place, repeated: hasRepeatedNames)
  }

  /// Notes the index at which a step now stands, or that a step with this name was taken away if the index is nil. A chain that was
  /// created with a repeated name can still have the other step.
  private mutating func note(_ identifier: String, at index: Int?, repeated isRepeated: Bool) {
    lastSeen[identifier] = isRepeated ? all.firstIndex { $0.identifier == identifier } : index
  }
}
