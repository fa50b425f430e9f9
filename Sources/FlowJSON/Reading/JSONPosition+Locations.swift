extension JSONPosition {
  /// Returns the positions of the values at some locations or, where there is none, of the container in which it is missing.
  ///
  /// It reads the text once, however many locations there are.
  ///
  /// - Parameters:
  ///   - locations: The locations.
  ///   - bytes: The JSON text as UTF-8. It must be valid.
  /// - Returns: A position for each location, in their order.
  package static func closest(to locations: [JSONLocation], in bytes: [UInt8]) -> [JSONPosition] {
    var tree = WantedLocations()
    let nodes = locations.map { tree.add($0) }
    let offsets = bytes.withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer, marksInARow: .max)
      try? tree.find(with: &cursor)
      return nodes.map { tree.offset(of: $0) }
    }
    let positions = bytes.withUnsafeBufferPointer { Self.positions(ofSorted: Set(offsets).sorted(), in: $0) }
    return offsets.map { positions[$0] ?? JSONPosition(line: 1, column: 1, offset: $0) }
  }

  private static func positions(
    ofSorted offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>
  ) -> [Int: JSONPosition] {
    var positions: [Int: JSONPosition] = [:]
    var (line, column, place) = (1, 1, bytes.startOfText)
    for offset in offsets {
      while place < offset {
        switch bytes[place] {
        case UInt8(ascii: "\r") where place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n"): break
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
        case 0x80..<0xC0: break  // A continuation byte: its scalar is already counted.
        default: column += 1
        }
        place += 1
      }
      positions[offset] = JSONPosition(line: line, column: column, offset: offset)
    }
    return positions
  }
}

/// Locations as a tree, and the offsets at which their values begin.
private struct WantedLocations {
  private struct Node {
    let parent: Int?
    var children: [JSONLocation.Component: Int] = [:]
    var offset: Int?
  }

  private var nodes = [Node(parent: nil)]

  /// Adds a location, and returns the number of its node.
  mutating func add(_ location: JSONLocation) -> Int {
    var node = 0
    for component in location.components {
      if let child = nodes[node].children[component] {
        node = child
      } else {
        nodes.append(Node(parent: node))
        nodes[node].children[component] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    return node
  }

  /// Reads a text, and notes the offsets of the wanted values.
  mutating func find(with cursor: inout JSONCursor) throws(JSONSyntaxError) {
    /// An open container: its node, if parts of it are wanted, and the number of elements read; nil for an object.
    var open: [(node: Int?, index: Int?)] = []
    var next: Int? = 0
    repeat {
      cursor.skipSpace()
      let node = next
      if let node { nodes[node].offset = cursor.place }
      let isObject = cursor.byte == UInt8(ascii: "{")
      if isObject || cursor.byte == UInt8(ascii: "[") {
        cursor.place += 1
        cursor.skipSpace()
        if !cursor.skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          open.append((node, isObject ? nil : 0))
          next = try part(of: open[open.count - 1], &cursor)
          continue
        }
      } else if cursor.skip(UInt8(ascii: "\"")) {
        try cursor.skipString()
      } else {
        while cursor.place < cursor.bytes.count, !JSONCursor.endsWord(cursor.byte) { cursor.place += 1 }
      }
      cursor.skipSpace()
      while !open.isEmpty, !cursor.skip(UInt8(ascii: ",")) {
        open.removeLast()
        guard cursor.place < cursor.bytes.count else { return }
        cursor.place += 1
        cursor.skipSpace()
      }
      guard !open.isEmpty else { return }
      if let index = open[open.count - 1].index { open[open.count - 1].index = index + 1 }
      next = try part(of: open[open.count - 1], &cursor)
    } while cursor.place < cursor.bytes.count
  }

  /// Reads to the next part of a container, and returns its node if it is wanted.
  private func part(
    of container: (node: Int?, index: Int?), _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Int? {
    if let index = container.index { return container.node.flatMap { nodes[$0].children[.index(index)] } }
    cursor.skipSpace()
    guard cursor.skip(UInt8(ascii: "\"")) else { throw cursor.fault("the name of a member") }
    let isWanted = container.node.map { !nodes[$0].children.isEmpty } ?? false
    var name: String?
    if isWanted { name = try cursor.string() } else { try cursor.skipString() }
    cursor.skipSpace()
    _ = cursor.skip(UInt8(ascii: ":"))
    guard let name, let node = container.node else { return nil }
    return nodes[node].children[.key(name)]
  }

  /// The offset of a node, or of the nearest one around it that was found. If a name repeats, a part of an earlier value doesn't count.
  func offset(of node: Int) -> Int {
    var path: [Int] = []
    var place: Int? = node
    while let here = place {
      path.append(here)
      place = nodes[here].parent
    }
    var offset = nodes[0].offset ?? 0
    for here in path.reversed() {
      guard let found = nodes[here].offset, found >= offset else { break }
      offset = found
    }
    return offset
  }
}
