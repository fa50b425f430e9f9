package import FlowDurable
import FlowState
import Foundation
import Synchronization

/// A disk in memory that fails when a test requires it, and that can show its content after a loss of power.
package final class SimulatedDisk: FileSystem {
  /// A write that hasn't been synced.
  package struct Write: Sendable {
    let offset: Int
    let bytes: [UInt8]
  }

  struct Content: Sendable {
    /// The bytes that programs read, which survive the process.
    var bytes: [UInt8] = []
    /// The bytes that are certainly on disk, which survive a loss of power.
    var synced: [UInt8] = []
    var writes: [Write] = []
    var isLocked = false
  }

  struct State: Sendable {
    var names: [String: Int] = [:]
    var contents: [Int: Content] = [:]
    var made = 0
    var capacity = Int.max
    var failure: FileFailure?
    var callsUntilFailure = 0
    var syncs = 0
    var calls = 0
  }

  let state = Locked(State())

  /// The size in bytes of a sector, which a disk writes as a whole.
  package static let sector = 512

  /// Creates an empty disk.
  package init() {}

  /// Creates a disk with one file, for example with the content that another disk has left.
  package init(_ path: String, _ bytes: [UInt8]) {
    state.withLock { state in
      state.names[path] = 0
      state.made = 1
      state.contents[0] = Content(bytes: bytes, synced: bytes)
    }
  }

  /// Limits the total size of all files.
  package func limit(to capacity: Int) { state.withLock { $0.capacity = capacity } }

  /// Makes a later call that changes a file fail, and all calls after it.
  package func fail(with code: Int32?, afterCalls calls: Int = 0) {
    state.withLock { state in
      state.failure = code.map { FileFailure("sync", code: $0) }
      state.callsUntilFailure = calls
    }
  }

  /// The number of syncs so far.
  package var syncs: Int { state.withLock { $0.syncs } }

  /// The number of calls so far that changed a file.
  package var calls: Int { state.withLock { $0.calls } }

  /// Returns the content of a file as programs read it.
  package func bytes(_ path: String) -> [UInt8] {
    state.withLock { state in state.names[path].flatMap { state.contents[$0]?.bytes } ?? [] }
  }

  /// Returns the content of a file after a loss of power, if the disk has kept some of the unsynced sectors.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isKept: Decides whether a sector of a write is kept.
  /// - Returns: The bytes of the file.
  package func image(_ path: String, keeping isKept: () -> Bool) -> [UInt8] {
    guard let content = state.withLock({ state in state.names[path].flatMap { state.contents[$0] } }) else { return [] }
    var image = content.synced
    for write in content.writes {
      for start in stride(from: write.offset, to: write.offset + write.bytes.count, by: Self.sector) where isKept() {
        let end = min(start + Self.sector, write.offset + write.bytes.count)
        if image.count < end { image += [UInt8](repeating: 0, count: end - image.count) }
        image.replaceSubrange(start..<end, with: write.bytes[start - write.offset..<end - write.offset])
      }
    }
    return image
  }

  package func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    if case .read = mode {} else { try change("open") }
    return state.withLock { state in
      if let number = state.names[path] {
        if case .replace = mode { state.contents[number] = Content() }
        return SimulatedFile(self, number)
      }
      switch mode {
      case .read, .write: return nil
      case .create, .replace:
        let number = state.made
        state.made += 1
        state.names[path] = number
        state.contents[number] = Content()
        return SimulatedFile(self, number)
      }
    }
  }

  package func rename(_ path: String, to other: String) throws(FileFailure) {
    try change("rename")
    state.withLock { $0.names[other] = $0.names.removeValue(forKey: path) }
  }

  package func syncFolder(of path: String) throws(FileFailure) { try change("sync the folder of") }

  package func resolve(_ path: String) -> String { path }

  package func files(in folder: String) throws(FileFailure) -> [String] {
    state.withLock { state in
      state.names.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.count + 1)) }
    }
  }

  package func createFolder(_ path: String) throws(FileFailure) {}

  package func remove(_ path: String) throws(FileFailure) {
    try change("remove")
    state.withLock { $0.names[path] = nil }
  }

  /// Counts a call that changes a file, and throws if it must fail.
  func change(_ action: String) throws(FileFailure) {
    let failure = state.withLock { state -> FileFailure? in
      state.calls += 1
      if state.failure != nil, state.callsUntilFailure > 0 {
        state.callsUntilFailure -= 1
        return nil
      }
      return state.failure
    }
    if let failure { throw FileFailure(action, code: failure.code) }
  }
}

/// An open file of a simulated disk.
final class SimulatedFile: OpenFile {
  private let disk: SimulatedDisk
  private let number: Int
  private let hasLocked = Atomic(false)

  init(_ disk: SimulatedDisk, _ number: Int) {
    self.disk = disk
    self.number = number
  }

  deinit {
    if hasLocked.load(ordering: .relaxed) { disk.state.withLock { $0.contents[number]?.isLocked = false } }
  }

  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    disk.state.withLock { state in
      let bytes = state.contents[number]?.bytes ?? []
      return Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
    try disk.change("write")
    let isFull = disk.state.withLock { state -> Bool in
      let others = state.contents.filter { $0.key != number }.reduce(0) { $0 + $1.value.bytes.count }
      let space = max(0, state.capacity - others - offset)
      let written = Array(bytes.prefix(space))
      var content = state.contents[number] ?? SimulatedDisk.Content()
      let end = offset + written.count
      if content.bytes.count < end { content.bytes += [UInt8](repeating: 0, count: end - content.bytes.count) }
      content.bytes.replaceSubrange(offset..<end, with: written)
      content.writes.append(SimulatedDisk.Write(offset: offset, bytes: written))
      state.contents[number] = content
      return written.count < bytes.count
    }
    if isFull { throw FileFailure("write", code: ENOSPC) }
  }

  func sync() throws(FileFailure) {
    try disk.change("sync")
    disk.state.withLock { state in
      state.syncs += 1
      guard let bytes = state.contents[number]?.bytes else { return }
      state.contents[number]?.synced = bytes
      state.contents[number]?.writes = []
    }
  }

  func truncate(to size: Int) throws(FileFailure) {
    try disk.change("truncate")
    disk.state.withLock { state in
      guard var content = state.contents[number], content.bytes.count > size else { return }
      content.bytes.removeLast(content.bytes.count - size)
      if content.synced.count > size { content.synced.removeLast(content.synced.count - size) }
      content.writes = content.writes.compactMap { write in
        let kept = min(write.bytes.count, size - write.offset)
        return kept > 0 ? SimulatedDisk.Write(offset: write.offset, bytes: Array(write.bytes.prefix(kept))) : nil
      }
      state.contents[number] = content
    }
  }

  func size() throws(FileFailure) -> Int { disk.state.withLock { $0.contents[number]?.bytes.count ?? 0 } }

  func lock() throws(FileFailure) -> Bool {
    let isLocked = disk.state.withLock { state in
      let wasLocked = state.contents[number]?.isLocked ?? false
      state.contents[number]?.isLocked = true
      return wasLocked
    }
    if !isLocked { hasLocked.store(true, ordering: .relaxed) }
    return !isLocked
  }
}
