import FlowDurable
import FlowState
import Foundation
import Synchronization

/// A place where the store of a trial stays when its processes die.
protocol TrialPlace: Sendable {
  /// Opens the store for a new process.
  func open(timed clock: any FlowClock) async throws -> any FlowStore

  /// Closes the store.
  func close() async
}

/// A store in memory, which stays when a process dies, as that of a database does.
final class MemoryPlace: TrialPlace {
  private let store = Mutex<MemoryStore?>(nil)

  func open(timed clock: any FlowClock) -> any FlowStore {
    store.withLock { store in
      let opened = store ?? MemoryStore(timed: clock)
      store = opened
      return opened
    }
  }

  func close() {}
}

/// A journal in a temporary file, which can be cut at each byte, as a process leaves it that is killed while it writes.
final class JournalPlace: TrialPlace {
  private let file: URL
  private let store = Mutex<FileStore?>(nil)

  /// Creates a place with the beginning of a journal.
  init(_ bytes: Data = Data()) throws {
    file = FileManager.default.temporaryDirectory.appending(path: "journey-\(UUID().uuidString).journal")
    if !bytes.isEmpty { try bytes.write(to: file) }
  }

  deinit {
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(atPath: file.path + ".lock")
  }

  /// The journal as it is now.
  var bytes: Data { (try? Data(contentsOf: file)) ?? Data() }

  var size: Int {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size].flatMap { ($0 as? NSNumber)?.intValue } ?? 0
  }

  func open(timed clock: any FlowClock) async throws -> any FlowStore {
    await close()
    let opened = try FileStore(at: file.path, surviving: .process, timed: clock)
    store.withLock { $0 = opened }
    return opened
  }

  func close() async {
    let store = store.withLock { store in
      defer { store = nil }
      return store
    }
    try? await store?.close()
  }
}
