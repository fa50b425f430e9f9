/// A point at which a process of a durable run crashes: a change of the disk, how much of it happens, and what the disk loses.
///
/// ```swift
/// let point = CrashPoint(at: 4, after: 17, losing: [1, 3])
/// print(point)  // crash in 4 at 17 losing 1 3
/// ```
public struct CrashPoint: Sendable, Hashable {
  /// The number of the change among those of the process, counted from 1.
  public var change: Int
  /// The number of bytes that the change writes before the crash; nil if it happens, but the process doesn't learn of it.
  public var bytes: Int?
  /// The numbers of what the disk loses of all that it wasn't told to keep, counted from 1.
  public var lost: [Int]

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - change: The number of the change among those of the process, counted from 1.
  ///   - bytes: The number of bytes that the change writes before the crash. With 0, it doesn't happen. With nil, it happens, but the
  ///     process doesn't learn of it.
  ///   - lost: The numbers of what the disk loses of all that it wasn't told to keep, counted from 1.
  public init(at change: Int, after bytes: Int? = nil, losing lost: [Int] = []) {
    self.change = change
    self.bytes = bytes
    self.lost = lost
  }
}

extension CrashPoint: CustomStringConvertible {
  /// The point as a ``FlowSchedule`` writes it.
  public var description: String {
    let place =
      switch bytes {
      case nil: "after \(change)"
      case 0?: "before \(change)"
      case let bytes?: "in \(change) at \(bytes)"
      }
    return "crash \(place)" + (lost.isEmpty ? "" : " losing " + lost.map(String.init).joined(separator: " "))
  }

  /// Reads the words of a point behind `crash`; fails if they are of another form.
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

  /// The points that are easier to read than this one, the best last.
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
