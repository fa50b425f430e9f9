import Dispatch
import FlowScreens
import FlowState
import Synchronization

/// The images of a screen. Each file is read once, beside the run; until then, and if it has no image, its label is drawn.
final class ScreenImages: Sendable {
  private enum Entry: Sendable {
    /// The image isn't read yet, or can't be drawn.
    case label
    /// The image, and its lines at the width at which it was drawn last.
    case grid(PixelGrid, drawn: (width: Int, lines: [StyledText])?)
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var version = ScreenImages.newVersion()
  }

  /// The most images of a screen. More addresses are considered a mistake in the data.
  private static let maximumCount = 100
  /// Cached layouts can be drawn on several screens, so no two screens share a version.
  private static let versions = Atomic(0)

  private let folder: ImageFolder
  private let depth: ColorDepth
  private let changed: @Sendable () -> Void
  private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state = Locked(State())

  /// Creates the images of a screen.
  ///
  /// - Parameters:
  ///   - folder: The folder that has them.
  ///   - depth: The colours of the terminal.
  ///   - perform: A closure that calls closures one after the other, on another thread; on a queue by default.
  ///   - changed: A closure that is called when an image can be drawn. It must not keep the screen in memory.
  init(
    _ folder: ImageFolder, _ depth: ColorDepth,
    perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = inOrder(),
    changed: @escaping @Sendable () -> Void
  ) {
    self.folder = folder
    self.depth = depth
    self.perform = perform
    self.changed = changed
  }

  private static func newVersion() -> Int { versions.add(1, ordering: .relaxed).newValue }

  private static func inOrder() -> @Sendable (@escaping @Sendable () -> Void) -> Void {
    let queue = DispatchQueue(label: "FlowTerminal.ScreenImages", target: .global())
    return { work in queue.async(execute: work) }
  }

  /// The images that can be drawn now.
  var drawing: ImageDrawing {
    ImageDrawing(version: state.withLock { $0.version }) { [self] address, width in lines(of: address, width: width) }
  }

  private func lines(of address: String, width: Int) -> [StyledText]? {
    guard let path = folder.path(of: address) else { return nil }
    let (entry, isNew) = state.withLock { state in
      let entry = state.entries[path]
      guard entry == nil, state.entries.count < Self.maximumCount else { return (entry, false) }
      state.entries[path] = .label
      return (nil, true)
    }
    // When the screen has ended, the files that weren't read yet stay so.
    if isNew { perform { [weak self] in self?.load(path) } }
    guard case .grid(let grid, let drawn) = entry else { return nil }
    if let drawn, drawn.width == width { return drawn.lines }
    let lines = grid.fitting(columns: width).lines(depth)
    state.withLock { $0.entries[path] = .grid(grid, drawn: (width, lines)) }
    return lines
  }

  private func load(_ path: String) {
    guard let file = folder.bytes(ofFileAt: path), let image = try? PNGImage(file) else { return }
    let grid = PixelGrid(image)
    state.withLock { state in
      state.entries[path] = .grid(grid, drawn: nil)
      state.version = Self.newVersion()
    }
    changed()
  }
}
