package import FlowDurable
import FlowState
import Foundation
import Synchronization

/// A disk in memory that fails when a test requires it, and that can show its content after a loss of power.
package final class SimulatedDisk: FileSystem {
  private struct State: Sendable {
    var disk: DiskState
    var locked: Set<Int> = []
    var capacity = Int.max
    var failure: FileFailure?
    var callsUntilFailure = 0
    var syncs = 0
    var calls = 0
  }

  private let state: Locked<State>

  /// Creates an empty disk.
  package init() {
    state = Locked(State(disk: DiskState()))
  }

  /// Creates a disk with one file, for example with the content that another disk has left.
  package init(_ path: String, _ bytes: [UInt8]) {
    state = Locked(State(disk: DiskState(path, bytes)))
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

  private var content: DiskState { state.withLock { $0.disk } }

  /// Returns the content of a file as programs read it.
  package func bytes(_ path: String) -> [UInt8] { content.bytes(path) ?? [] }

  /// Returns the content of a file after a loss of power, if the disk has kept its name and some of its unsynced parts.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isKept: Decides whether an unsynced part of the disk is kept, such as a sector.
  /// - Returns: The bytes of the file.
  package func image(_ path: String, keeping isKept: () -> Bool) -> [UInt8] {
    let disk = content
    let lost = disk.looseParts.enumerated().filter { part in
      if case .name = part.element { false } else { !isKept() }
    }
    return disk.left(losing: lost.map { $0.offset + 1 }).bytes(path) ?? []
  }

  package func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    if case .read = mode {} else { try count("open") }
    if let change = content.change(opening: path, mode) { apply(change) }
    return content.names[path].map { SimulatedFile(self, $0) }
  }

  package func rename(_ path: String, to other: String) throws(FileFailure) {
    try count("rename")
    apply(.rename(path, to: other))
  }

  package func syncFolder(of path: String) throws(FileFailure) {
    try count("sync the folder of")
    apply(.syncFolder)
  }

  package func resolve(_ path: String) -> String { path }

  package func files(in folder: String) throws(FileFailure) -> [String] { content.files(in: folder) }

  package func createFolder(_ path: String) throws(FileFailure) {}

  package func remove(_ path: String) throws(FileFailure) {
    try count("remove")
    apply(.remove(path))
  }

  /// Counts a call that changes a file, and throws if it must fail.
  private func count(_ action: String) throws(FileFailure) {
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

  private func apply(_ change: DiskState.Change) { state.withLock { $0.disk.apply(change) } }

  // MARK: The calls of an open file

  fileprivate func content(of file: Int) -> DiskState.Content { state.withLock { $0.disk.contents[file] } }

  fileprivate func write(_ bytes: [UInt8], to file: Int, at offset: Int) throws(FileFailure) {
    try count("write")
    let isFull = state.withLock { state -> Bool in
      let others = state.disk.contents.enumerated().reduce(0) { $0 + ($1.offset == file ? 0 : $1.element.bytes.count) }
      let space = max(0, state.capacity - others - offset)
      state.disk.apply(.write(file: file, at: offset, bytes), bytes: space)
      return space < bytes.count
    }
    if isFull { throw FileFailure("write", code: ENOSPC) }
  }

  fileprivate func sync(_ file: Int) throws(FileFailure) {
    try count("sync")
    state.withLock { state in
      state.syncs += 1
      state.disk.apply(.sync(file: file))
    }
  }

  fileprivate func truncate(_ file: Int, to size: Int) throws(FileFailure) {
    try count("truncate")
    if content(of: file).bytes.count > size { apply(.truncate(file: file, to: size)) }
  }

  fileprivate func lock(_ file: Int) -> Bool { state.withLock { $0.locked.insert(file).inserted } }
  fileprivate func unlock(_ file: Int) { state.withLock { _ = $0.locked.remove(file) } }
}

/// An open file of a simulated disk.
private final class SimulatedFile: OpenFile {
  private let disk: SimulatedDisk
  private let number: Int
  private let hasLocked = Atomic(false)

  init(_ disk: SimulatedDisk, _ number: Int) {
    self.disk = disk
    self.number = number
  }

  deinit {
    if hasLocked.load(ordering: .relaxed) { disk.unlock(number) }
  }

  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    disk.content(of: number).read(at: offset, count: count)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) { try disk.write(bytes, to: number, at: offset) }

  func sync() throws(FileFailure) { try disk.sync(number) }

  func truncate(to size: Int) throws(FileFailure) { try disk.truncate(number, to: size) }

  func size() throws(FileFailure) -> Int { disk.content(of: number).bytes.count }

  func lock() throws(FileFailure) -> Bool {
    guard disk.lock(number) else { return false }
    hasLocked.store(true, ordering: .relaxed)
    return true
  }
}
