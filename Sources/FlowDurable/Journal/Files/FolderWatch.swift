import Dispatch
import FlowState
import Foundation
import Synchronization

#if canImport(Glibc)
  /// A watch that detects new files in a folder, even if the folder itself is created later.
  ///
  /// Apple's systems have no `inotify`. There, and where the system has no more watches, a store finds its commands
  /// when a worker claims runs, at least once per second.
  final class FolderWatch: Sendable {
    private let number: Int

    /// Watches a folder until the object is released.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. Its parent must exist.
    ///   - changed: Called on a background queue after files were added.
    init?(_ folder: String, _ changed: @escaping @Sendable () -> Void) {
      guard let number = WatchedFolders.shared?.add(folder, changed) else { return nil }
      self.number = number
    }

    deinit {
      WatchedFolders.shared?.remove(number)
    }
  }

  /// All watched folders of the process. They share one descriptor, because a user has only 128 of this kind.
  private final class WatchedFolders: Sendable {
    private struct Entry: Sendable {
      let folder: String
      let parent: CInt
      /// The watch of the folder itself; nil while the folder doesn't exist.
      var own: CInt?
      let changed: @Sendable () -> Void
    }

    /// The shared object; nil if the system has no more descriptors of this kind.
    static let shared = WatchedFolders()

    private static let kinds = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)

    private let descriptor: CInt
    private let entries = Locked<[Int: Entry]>([:])
    private let count = Atomic(0)
    private let queue = DispatchQueue(label: "FlowDurable.WatchedFolders", target: .global())

    private init?() {
      descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      // The source lives as long as the process, and so does this object.
      source.setEventHandler { [self] in notify(source) }
      source.resume()
    }

    func add(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> Int? {
      let parent = inotify_add_watch(descriptor, URL(filePath: folder).deletingLastPathComponent().path, Self.kinds)
      guard parent >= 0 else { return nil }
      let number = count.add(1, ordering: .relaxed).newValue
      entries.withLock {
        $0[number] = Entry(folder: folder, parent: parent, own: watch(folder), changed: changed)
      }
      return number
    }

    func remove(_ number: Int) {
      entries.withLock { entries in
        guard let entry = entries.removeValue(forKey: number) else { return }
        // Entries of the same folder share its watch.
        for watch in [entry.parent, entry.own].compactMap({ $0 })
        where !entries.values.contains(where: { $0.parent == watch || $0.own == watch }) {
          inotify_rm_watch(descriptor, watch)
        }
      }
    }

    private func watch(_ folder: String) -> CInt? {
      let watch = inotify_add_watch(descriptor, folder, Self.kinds)
      return watch >= 0 ? watch : nil
    }

    /// Reads the pending events, and notifies the affected entries.
    private func notify(_ source: any DispatchSourceRead) {
      let seen = readWatches()
      let concerned = entries.withLock { entries in
        // -1 stands for events that the system has dropped.
        let isLost = seen.contains(-1)
        let concerned = entries.filter {
          isLost || seen.contains($0.value.parent) || $0.value.own.map(seen.contains) == true
        }
        return concerned.map { number, entry in
          // Adding the watch of a folder again returns the existing watch.
          if isLost || seen.contains(entry.parent) { entries[number]?.own = watch(entry.folder) }
          return entry.changed
        }
      }
      for changed in concerned { changed() }
    }

    /// Reads the pending events, and returns their watches.
    private func readWatches() -> Set<CInt> {
      var seen: Set<CInt> = []
      var bytes = [UInt8](repeating: 0, count: 16_384)
      while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
        bytes.withUnsafeBytes { bytes in
          var place = 0
          // An event: watch, kinds, cookie, length of the name, name.
          while place + 16 <= count {
            seen.insert(bytes.loadUnaligned(fromByteOffset: place, as: CInt.self))
            place += 16 + Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
          }
        }
      }
      return seen
    }
  }
#else
  /// A watch that detects nothing, because the system has no `inotify`.
  final class FolderWatch: Sendable {
    init?(_ folder: String, _ changed: @escaping @Sendable () -> Void) { return nil }
  }
#endif
