/// The visits of a course, oldest first.
///
/// Each step copies the course, and then adds a visit to one of the copies. To let copies share memory, the list keeps
/// the visits in chunks, and the chunks in groups: with thousands of visits, a step copies one chunk, one group, and
/// the list of the groups.
struct VisitList: Sendable, RandomAccessCollection {
  /// The number of visits in a chunk, and of chunks in a group.
  private static let size = 32

  /// The groups of chunks, all full except the last. Places of visits that were removed from the front stay until their
  /// group is removed.
  private var groups: [[[RunCourse.Visit]]] = []
  /// The number of removed places in the first group.
  private var removed = 0
  private(set) var count = 0
  /// The number of undoable visits of each step that has any, and of visits whose interrupted work can be undone.
  private var (undoable, interrupted) = ([String: Int](), [String: Int]())

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> RunCourse.Visit {
    let (place, size) = (removed + index, Self.size)
    return groups[place / size / size][place / size % size][place % size]
  }

  /// The names of the steps with undoable visits.
  var undoableSteps: some Collection<String> { undoable.keys }

  /// The names of the steps with visits that did not complete, and that their steps undo.
  var interruptedSteps: some Collection<String> { interrupted.keys }

  mutating func append(_ visit: RunCourse.Visit) {
    let (place, size) = (removed + count, Self.size)
    if place % (size * size) == 0 { groups.append([]) }
    let group = place / size / size
    if place % size == 0 { groups[group].append([]) }
    groups[group][place / size % size].append(visit)
    count += 1
    note(visit, 1)
  }

  /// Removes and returns the latest visit.
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

  /// Removes and returns the oldest visit.
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
    if visit.isUndoable { Self.add(change, of: visit.step, to: &undoable) }
    if visit.isInterrupted { Self.add(change, of: visit.step, to: &interrupted) }
  }

  private static func add(_ change: Int, of step: String, to counts: inout [String: Int]) {
    let number = counts[step, default: 0] + change
    counts[step] = number == 0 ? nil : number
  }
}

extension VisitList: Equatable {
  static func == (one: VisitList, other: VisitList) -> Bool { one.elementsEqual(other) }
}
