import FlowDurable
import FlowStateTesting

/// The files of a disk, with the state that programs read and the state that a loss of power leaves. A value.
struct DiskState: Sendable {
  /// A change of the disk.
  enum Change: Sendable {
    case create(String)
    case empty(file: Int)
    case write(file: Int, at: Int, [UInt8])
    case truncate(file: Int, to: Int)
    case sync(file: Int)
    case rename(String, to: String)
    case remove(String)
    case syncFolder
  }

  /// An unsynced part of the disk. A loss of power can lose each part by itself.
  enum Part: Hashable {
    case size(file: Int)
    case sector(file: Int, Int)
    case name(Int)
  }

  struct Content: Sendable {
    var bytes: [UInt8] = []
    var synced: [UInt8] = []
    /// The numbers of the sectors that were written since the latest sync.
    var written: Set<Int> = []
  }

  /// The size in bytes of a sector, which a disk writes as a whole.
  static let sector = 512

  private(set) var names: [String: Int] = [:]
  private(set) var contents: [Content] = []
  private var syncedNames: [String: Int] = [:]
  /// The changes of names since the folder was last synced.
  private var nameChanges: [[(path: String, file: Int?)]] = []

  /// Creates an empty disk.
  init() {}

  /// Creates a disk with one file.
  init(_ path: String, _ bytes: [UInt8]) {
    apply(.create(path))
    apply(.write(file: 0, at: 0, bytes))
    keep(path)
  }

  /// Returns the content of a file; nil if the file doesn't exist.
  func bytes(_ path: String) -> [UInt8]? { names[path].map { contents[$0].bytes } }

  /// Returns the change that a program makes by opening a file; nil if it changes nothing.
  func change(opening path: String, _ mode: FileMode) -> Change? {
    switch (mode, names[path]) {
    case (.create, nil), (.replace, nil): .create(path)
    case (.replace, let file?): .empty(file: file)
    case (.read, _), (.write, _), (.create, _): nil
    }
  }

  /// Applies a change.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - count: The number of bytes that a write writes; nil for all bytes.
  mutating func apply(_ change: Change, bytes count: Int? = nil) {
    switch change {
    case .create(let path):
      contents.append(Content())
      setNames([(path, contents.count - 1)])
    case .empty(let file): truncate(file, to: 0)
    case .write(let file, let offset, let bytes): write(bytes[..<min(count ?? .max, bytes.count)], to: file, at: offset)
    case .truncate(let file, let size): truncate(file, to: size)
    case .sync(let file): contents[file] = Content(bytes: contents[file].bytes, synced: contents[file].bytes)
    case .rename(let path, let other): setNames([(other, names[path]), (path, nil)])
    case .remove(let path): setNames([(path, nil)])
    case .syncFolder: (syncedNames, nameChanges) = (names, [])
    }
  }

  /// Performs the part of a change that happens before a crash.
  mutating func perform(_ change: Change, upTo point: CrashPoint) {
    switch (change, point.bytes) {
    case (_, nil): apply(change)
    case (.write, let count?): apply(change, bytes: count)
    default: break
    }
  }

  /// Makes a file and its name survive in any case.
  mutating func keep(_ path: String) {
    guard let file = names[path] else { return }
    apply(.sync(file: file))
    syncedNames[path] = file
    nameChanges.removeAll { $0.count == 1 && $0[0].path == path }
  }

  private mutating func setNames(_ change: [(path: String, file: Int?)]) {
    nameChanges.append(change)
    names.merge(change)
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>, to file: Int, at offset: Int) {
    guard !bytes.isEmpty else { return }
    let end = offset + bytes.count
    contents[file].bytes.grow(to: end)
    contents[file].bytes.replaceSubrange(offset..<end, with: bytes)
    contents[file].written.formUnion(offset / Self.sector...(end - 1) / Self.sector)
  }

  private mutating func truncate(_ file: Int, to size: Int) {
    guard contents[file].bytes.count > size else { return contents[file].bytes.grow(to: size) }
    contents[file].bytes.removeLast(contents[file].bytes.count - size)
    contents[file].written = contents[file].written.filter { $0 * Self.sector < size }
  }

  // MARK: Reading

  /// Returns the names of the files in a folder.
  func files(in folder: String) -> [String] {
    names.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
  }

  // MARK: Losing power

  /// The parts that a loss of power can lose.
  var looseParts: [Part] {
    var parts: [Part] = []
    for (file, content) in contents.enumerated() {
      if content.bytes.count != content.synced.count { parts.append(.size(file: file)) }
      parts += content.written.sorted().map { .sector(file: file, $0) }
    }
    return parts + nameChanges.indices.map { .name($0) }
  }

  /// Returns the disk that a crash leaves.
  ///
  /// - Parameter lost: The numbers of the ``looseParts`` that are lost, starting at 1.
  /// - Returns: The disk that the next process reads.
  func left(losing lost: [Int]) -> DiskState {
    // The process was killed. Its writes are still on their way to the disk.
    if lost.isEmpty { return self }
    let parts = looseParts
    let lost = Set(lost.compactMap { parts.indices.contains($0 - 1) ? parts[$0 - 1] : nil })
    var left = self
    for (file, content) in contents.enumerated() {
      var bytes = content.bytes
      for sector in content.written where lost.contains(.sector(file: file, sector)) {
        let range = sector * Self.sector..<min((sector + 1) * Self.sector, bytes.count)
        for place in range { bytes[place] = place < content.synced.count ? content.synced[place] : 0 }
      }
      if lost.contains(.size(file: file)) {
        // Bytes that were cut off are there again, and bytes that were added aren't.
        if bytes.count < content.synced.count { bytes += content.synced[bytes.count...] }
        bytes.removeLast(bytes.count - content.synced.count)
      }
      left.contents[file] = Content(bytes: bytes, synced: bytes)
    }
    left.names = syncedNames
    for (number, change) in nameChanges.enumerated() where !lost.contains(.name(number)) { left.names.merge(change) }
    left.syncedNames = left.names
    left.nameChanges = []
    return left
  }
}

extension DiskState.Content {
  /// Returns bytes at an offset; fewer only at the end of the file.
  func read(at offset: Int, count: Int) -> [UInt8] {
    Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
  }
}

extension Dictionary<String, Int> {
  fileprivate mutating func merge(_ change: [(path: String, file: Int?)]) {
    for (name, file) in change { self[name] = file }
  }
}

extension [UInt8] {
  fileprivate mutating func grow(to size: Int) {
    if count < size { self += [UInt8](repeating: 0, count: size - count) }
  }
}
