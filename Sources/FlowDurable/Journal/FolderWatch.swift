import Dispatch
import Foundation

#if canImport(Glibc)
  /// Notices when files come into a folder, also when the folder itself comes later.
  ///
  /// Apple's systems have no `inotify`; there a store finds its commands when a worker asks for runs, at least each second.
  final class FolderWatch: Sendable {
    private let source: DispatchSource

    /// Watches a folder until the object is released.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder. Its parent must be there.
    ///   - changed: Called on a global queue after one or more files have come.
    init?(_ folder: String, _ changed: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let parent = URL(filePath: folder).deletingLastPathComponent().path
      let entries = UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_ONLYDIR)
      guard inotify_add_watch(descriptor, parent, entries) >= 0,
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global()) as? DispatchSource
      else {
        close(descriptor)
        return nil
      }
      // A folder that is watched already stays watched once.
      _ = inotify_add_watch(descriptor, folder, entries)
      source.setEventHandler {
        var events = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &events, events.count) > 0 {}
        _ = inotify_add_watch(descriptor, folder, entries)
        changed()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      self.source = source
    }

    deinit {
      source.cancel()
    }
  }
#else
  /// Notices nothing: the system has no `inotify`.
  final class FolderWatch: Sendable {
    init?(_ folder: String, _ changed: @escaping @Sendable () -> Void) { return nil }
  }
#endif
