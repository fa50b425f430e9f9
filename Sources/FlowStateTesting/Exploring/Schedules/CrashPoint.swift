/// A point at which a process of a `CrashExplorer` crashes: a change of the disk, the written part of it, and the
/// lost parts of the disk.
///
/// ```swift
/// let point = CrashPoint(at: 4, after: 17, losing: [1, 3])
/// print(point)  // crash in 4 at 17 losing 1 3
/// ```
public struct CrashPoint: Sendable, Hashable {
  /// The number of the change among the changes of the process, starting at 1.
  public var change: Int
  /// The number of bytes that the change writes before the crash; nil if the change happens, but the process crashes
  /// before the call returns.
  public var bytes: Int?
  /// The numbers of the unsynced parts that the disk loses, starting at 1.
  public var lost: [Int]

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - change: The number of the change among the changes of the process, starting at 1.
  ///   - bytes: The number of bytes that the change writes before the crash. With 0, it doesn't happen. With nil, it
  ///     happens, but the process crashes before the call returns.
  ///   - lost: The numbers of the unsynced parts that the disk loses, starting at 1.
  public init(at change: Int, after bytes: Int? = nil, losing lost: [Int] = []) {
    self.change = change
    self.bytes = bytes
    self.lost = lost
  }
}

extension CrashPoint: CustomStringConvertible {
  /// The point in the format of a ``FlowSchedule``.
  public var description: String {
    let place =
      switch bytes {
      case nil: "after \(change)"
      case 0?: "before \(change)"
      case let bytes?: "in \(change) at \(bytes)"
      }
    return "crash \(place)" + (lost.isEmpty ? "" : " losing " + lost.map(String.init).joined(separator: " "))
  }

  /// Reads the words of a point after `crash`; fails if they have another form.
  init?(_ words: [Substring]) {
    var rest = words[...]
    guard let place = rest.popFirst(), let change = rest.popFirst().flatMap({ Int($0) }), change > 0 else { return nil }
    self.init(at: change)
    switch place {
    case "after": break
    case "before": bytes = 0
    case "in":
      guard rest.popFirst() == "at", let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
      bytes = count
    default: return nil
    }
    guard let losing = rest.popFirst() else { return }
    let numbers = rest.compactMap { Int($0) }
    guard losing == "losing", !numbers.isEmpty, numbers.count == rest.count, numbers.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    lost = numbers
  }

  /// The points that are simpler than this one, the simplest last.
  var plainer: [CrashPoint] {
    var plainer = lost.indices.map { index in
      var point = self
      point.lost.remove(at: index)
      return point
    }
    if let bytes, bytes > 0 { plainer.append(CrashPoint(at: change, after: 0, losing: lost)) }
    if bytes != nil { plainer.append(CrashPoint(at: change, losing: lost)) }
    return plainer
  }
}
