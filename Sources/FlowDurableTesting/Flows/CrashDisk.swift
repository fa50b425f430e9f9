import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import Synchronization

/// The disk of one process on a ``CrashStage``. It ends the process at a crash point, and records the changes.
final class CrashDisk: FileSystem {
  /// A change that the process has requested, with the disk before it.
  struct Call: Sendable {
    let before: DiskState
    let change: DiskState.Change
    let moment: CrashMoment
  }

  private struct State: Sendable {
    var disk: DiskState
    var calls: [Call] = []
    var isDead = false
    var locked: Set<Int> = []
    var changed: @Sendable () -> Void = {}
  }

  private let state: Locked<State>
  private let point: CrashPoint?
  private let moment: @Sendable () -> CrashMoment

  /// Creates a disk.
  ///
  /// - Parameters:
  ///   - disk: The disk that the previous processes left.
  ///   - point: The point at which the process crashes.
  ///   - moment: Returns the progress of the process.
  init(_ disk: DiskState, crashingAt point: CrashPoint? = nil, moment: @escaping @Sendable () -> CrashMoment) {
    state = Locked(State(disk: disk))
    self.point = point
    self.moment = moment
  }

  /// Whether the process has crashed.
  var isDead: Bool { state.withLock { $0.isDead } }
  var calls: [Call] { state.withLock { $0.calls } }
  var callCount: Int { state.withLock { $0.calls.count } }
  /// The content of the disk.
  var content: DiskState { state.withLock { $0.disk } }

  /// Ends the process: from now on, nothing is written.
  func die() { state.withLock { $0.isDead = true } }

  /// Calls a closure after each change.
  func whenChanged(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.changed = body } }

  fileprivate func change(_ change: DiskState.Change) throws(FileFailure) {
    let moment = moment()
    let lives = state.withLock { state -> Bool in
      guard !state.isDead else { return false }
      state.calls.append(Call(before: state.disk, change: change, moment: moment))
      guard let point, point.change == state.calls.count else {
        state.disk.apply(change)
        return true
      }
      state.isDead = true
      state.disk.perform(change, upTo: point)
      return false
    }
    if !lives { throw FileFailure("write", code: EIO) }
    state.withLock { $0.changed }()
  }

  private func requireAlive() throws(FileFailure) {
    if isDead { throw FileFailure("read", code: EIO) }
  }

  // MARK: The calls of a store

  /// Returns whether a file is a lock, which a crash releases and whose text is only for human readers.
  private static func isLock(_ path: String) -> Bool { path.hasSuffix(".lock") }

  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    try requireAlive()
    let change = content.change(opening: path, mode)
    if case .create = change, Self.isLock(path) {
      state.withLock { state in
        state.disk.apply(.create(path))
        state.disk.keep(path)
      }
    } else if let change {
      try self.change(change)
    }
    return state.withLock { $0.disk.names[path] }.map { CrashFile(self, $0, isLock: Self.isLock(path)) }
  }

  func rename(_ path: String, to other: String) throws(FileFailure) { try change(.rename(path, to: other)) }

  func syncFolder(of path: String) throws(FileFailure) { try change(.syncFolder) }

  func resolve(_ path: String) -> String { path }

  func files(in folder: String) throws(FileFailure) -> [String] {
    try requireAlive()
    return content.files(in: folder)
  }

  func createFolder(_ path: String) throws(FileFailure) { try requireAlive() }

  func remove(_ path: String) throws(FileFailure) { try change(.remove(path)) }

  fileprivate func read<Value: Sendable>(_ file: Int, _ body: (DiskState.Content) -> Value) throws(FileFailure)
    -> Value
  {
    try requireAlive()
    return state.withLock { body($0.disk.contents[file]) }
  }

  fileprivate func lock(_ file: Int) -> Bool { state.withLock { $0.locked.insert(file).inserted } }
  fileprivate func unlock(_ file: Int) { state.withLock { _ = $0.locked.remove(file) } }
}

/// An open file of a ``CrashDisk``.
final class CrashFile: OpenFile {
  private let disk: CrashDisk
  private let number: Int
  private let isLock: Bool
  private let hasLocked = Atomic(false)

  init(_ disk: CrashDisk, _ number: Int, isLock: Bool) {
    self.disk = disk
    self.number = number
    self.isLock = isLock
  }

  deinit {
    if hasLocked.load(ordering: .relaxed) { disk.unlock(number) }
  }

  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    try disk.read(number) { $0.read(at: offset, count: count) }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
    if !isLock { try disk.change(.write(file: number, at: offset, bytes)) }
  }

  func sync() throws(FileFailure) { try disk.change(.sync(file: number)) }

  func truncate(to size: Int) throws(FileFailure) {
    if !isLock { try disk.change(.truncate(file: number, to: size)) }
  }

  func size() throws(FileFailure) -> Int { try disk.read(number) { $0.bytes.count } }

  func lock() throws(FileFailure) -> Bool {
    guard disk.lock(number) else { return false }
    hasLocked.store(true, ordering: .relaxed)
    return true
  }
}
