/// The states of a scope, by name. Most scopes have few states, and comparing a few names is faster than hashing one.
struct StateTable {
  private var cells: [StateCell] = []
  /// The position of each name. It's `nil` while a linear search is fast enough.
  private var places: [String: Int]?
  private static let fewCells = 8

  subscript(id: String) -> StateCell? { place(of: id).map { cells[$0] } }

  /// Adds a state. It replaces a state with the same name.
  mutating func insert(_ cell: StateCell) {
    if let place = place(of: cell.id) {
      cells[place] = cell
      return
    }
    cells.append(cell)
    if places != nil {
      places?[cell.id] = cells.count - 1
    } else if cells.count > Self.fewCells {
      places = Dictionary(uniqueKeysWithValues: cells.enumerated().map { ($1.id, $0) })
    }
  }

  private func place(of id: String) -> Int? {
    if let places { return places[id] }
    return cells.firstIndex { $0.id == id }
  }
}
