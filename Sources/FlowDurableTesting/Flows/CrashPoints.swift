import FlowDurable
import FlowStateTesting

/// The points at which the last process of a trial can crash.
struct CrashPoints {
  let cuts: CrashCuts
  let safety: JournalSafety
  /// The maximum number of loose parts of which each combination is lost.
  let bound: Int

  /// Calls a closure with each point, the disk at that point, and the progress of the trial.
  ///
  /// - Parameters:
  ///   - calls: The changes of the process.
  ///   - body: Returns whether to continue.
  func visit(
    _ calls: [CrashDisk.Call], _ body: (CrashPoint, DiskState, CrashMoment) async throws -> Bool
  ) async rethrows {
    for (index, call) in calls.enumerated() {
      var places: [Int?] = [0]
      if case .write(_, _, let bytes) = call.change { places += cuts.places(in: bytes.count).map { $0 } }
      places.append(nil)
      for place in places {
        var point = CrashPoint(at: index + 1, after: place)
        var disk = call.before
        disk.perform(call.change, upTo: point)
        for lost in losses(disk.looseParts.count) {
          point.lost = lost
          guard try await body(point, disk.left(losing: lost), call.moment) else { return }
        }
      }
    }
  }

  /// Picks a random point.
  ///
  /// - Parameters:
  ///   - calls: The changes of the process.
  ///   - random: The source of randomness.
  /// - Returns: The point; nil if the process hasn't changed anything.
  func random(in calls: [CrashDisk.Call], using random: inout SeededGenerator) -> CrashPoint? {
    guard let index = calls.indices.randomElement(using: &random) else { return nil }
    var places: [Int?] = [0, nil]
    if case .write(_, _, let bytes) = calls[index].change {
      places.append(cuts.places(in: bytes.count).randomElement(using: &random) ?? 0)
    }
    var point = CrashPoint(at: index + 1, after: places.randomElement(using: &random) ?? nil)
    var disk = calls[index].before
    disk.perform(calls[index].change, upTo: point)
    point.lost = losses(disk.looseParts.count).randomElement(using: &random) ?? []
    return point
  }

  /// Returns the combinations of loose parts that are lost.
  func losses(_ count: Int) -> [[Int]] {
    // A process's writes survive the end of the process.
    guard safety == .power, count > 0 else { return [[]] }
    guard count > bound else {
      return (0..<1 << count).map { bits in (1...count).filter { bits >> ($0 - 1) & 1 == 1 } }
    }
    let all = Array(1...count)
    // None, all, each one alone, all but each one, and all from each one on.
    return [[], all] + all.map { [$0] } + all.map { kept in all.filter { $0 != kept } }
      + all.dropFirst().map { Array(all[($0 - 1)...]) }
  }
}

/// The remains of a crash that the next process can notice: the journal after it is opened again, and the effects
/// outside.
struct CrashRemains: Hashable {
  private let journal: [UInt8]
  private let works: [String]
  private let acknowledged: Int
  private let time: Duration
  /// The calls that append records. Work that changes an object outside the process is followed by such a call, before which the
  /// journal and the starts of works can be the same as before the change.
  private let appends: Int
  /// The parts that a later loss of power can still lose.
  private let loose: [DiskState.Part]

  /// Opens the journal on a disk.
  ///
  /// - Throws: The error of the store that can't open it.
  init(
    _ disk: DiskState, _ moment: CrashMoment, of trial: CrashTrial, surviving safety: JournalSafety
  ) throws(StoreError) {
    loose = disk.looseParts
    let disk = CrashDisk(disk) { moment }
    let store = try FileStore(at: CrashLife.path, on: disk, surviving: safety, timed: ManualClock())
    journal = Self.normalized(disk.content.bytes(CrashLife.path) ?? [], store.identity)
    works = trial.works.prefix(moment.works).map(\.key)
    acknowledged = moment.acknowledged
    time = moment.time
    appends = moment.appends
  }

  /// Returns the lines of a journal without the parts that differ between journals: the identifying numbers and the
  /// checksums.
  private static func normalized(_ journal: [UInt8], _ identity: String) -> [UInt8] {
    var lines = journal.split(separator: UInt8(ascii: "\n")).dropFirst()
    if let first = lines.first, String(decoding: first, as: UTF8.self).contains(identity) { lines = lines.dropFirst() }
    return Array(lines.map { $0.dropFirst(9) }.joined(separator: [UInt8(ascii: "\n")]))
  }
}
