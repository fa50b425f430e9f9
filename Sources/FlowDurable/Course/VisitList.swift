/// The visits of a course, oldest first.
///
/// Each step copies the course, and then adds a visit to one of the copies. Therefore the visits are kept in chunks, and the chunks in
/// groups, which copies share: with thousands of visits, a step copies one chunk, one group and the list of the groups.
struct VisitList: Sendable, RandomAccessCollection {
  /// The number of visits of a chunk, and of chunks of a group.
  private static let size = 32

  /// Everything but the end is full. The places of visits that were removed from the front stay, up to a group.
  private var groups: [[[RunCourse.Visit]]] = []
  /// The number of places in the first group whose visits were removed.
  private var removed = 0
  private(set) var count = 0
  /// The steps with visits whose undo must not be forgotten, with the numbers of these visits.
  private var undoable: [String: Int] = [:]

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> RunCourse.Visit {
    let (place, size) = (removed + index, Self.size)
    return groups[place / size / size][place / size % size][place % size]
  }

  /// The names of the steps with visits whose undo must not be forgotten.
  var undoableSteps: some Collection<String> { undoable.keys }

  mutating func append(_ visit: RunCourse.Visit) {
    let (place, size) = (removed + count, Self.size)
    if place % (size * size) == 0 { groups.append([]) }
    let group = place / size / size
    if place % size == 0 { groups[group].append([]) }
    groups[group][place / size % size].append(visit)
    count += 1
    note(visit, 1)
  }

  /// Removes the latest visit, and returns it.
  mutating func popLast() -> RunCourse.Visit? {
    guard let visit = last else { return nil }
    count -= 1
    let (group, chunk) = (groups.count - 1, groups[groups.count - 1].count - 1)
    groups[group][chunk].removeLast()
    if groups[group][chunk].isEmpty { groups[group].removeLast() }
    if groups[group].isEmpty { groups.removeLast() }
    forgetIfEmpty()
    note(visit, -1)
    return visit
  }

  /// Removes the oldest visit, and returns it.
  mutating func popFirst() -> RunCourse.Visit? {
    guard let visit = first else { return nil }
    count -= 1
    removed += 1
    if removed % Self.size == 0 { groups[0][removed / Self.size - 1] = [] }
    if removed == Self.size * Self.size {
      groups.removeFirst()
      removed = 0
    }
    forgetIfEmpty()
    note(visit, -1)
    return visit
  }

  private mutating func forgetIfEmpty() {
    if count == 0 { (groups, removed) = ([], 0) }
  }

  private mutating func note(_ visit: RunCourse.Visit, _ change: Int) {
    guard visit.isUndoable else { return }
    let number = undoable[visit.step, default: 0] + change
    undoable[visit.step] = number == 0 ? nil : number
  }
}

extension VisitList: Equatable {
  static func == (one: VisitList, other: VisitList) -> Bool { one.elementsEqual(other) }
}
