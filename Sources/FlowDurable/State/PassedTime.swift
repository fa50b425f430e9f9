/// The time that has passed for ended runs, which isn't the time by which the store's clock has moved.
///
/// A clock that is set forward by years makes each ended run look old. So of the time between two signs of life of the
/// store, at most a day counts: a change, or a call that removes runs. Workers make such a call each hour.
struct PassedTime: Sendable, Hashable {
  /// Time that doesn't count.
  struct Skip: Sendable, Hashable {
    /// The time of the last sign of life before.
    let after: Int64
    /// The milliseconds.
    let amount: Int64
  }

  /// The most time that counts between two signs of life, in milliseconds.
  static let longest: Int64 = 86_400_000
  /// The least skipped time that is worth a report, in milliseconds.
  private static let leastReported: Int64 = 3_600_000
  private static let mostSkips = 64

  /// The skips, in order.
  private(set) var skips: [Skip] = []
  /// The time of the latest sign of life.
  private var seen: Int64?

  init(skips: [Skip] = []) {
    self.skips = skips
  }

  /// Notes a sign of life.
  ///
  /// - Parameter time: The time of the store.
  /// - Returns: The time that was skipped; nil if it is less than an hour.
  @discardableResult
  mutating func see(_ time: StoreTime) -> Duration? {
    let now = time.milliseconds
    guard let last = seen else {
      seen = now
      return nil
    }
    guard now > last else { return nil }
    seen = now
    let (gap, isTooLarge) = now.subtractingReportingOverflow(last)
    let amount = (isTooLarge ? .max : gap) - Self.longest
    guard amount > 0 else { return nil }
    skips.append(Skip(after: last, amount: amount))
    if skips.count > Self.mostSkips {
      // A run that ended between the two is kept for longer.
      let (first, second) = (skips[0], skips[1])
      let sum = first.amount.addingReportingOverflow(second.amount)
      skips[0...1] = [Skip(after: second.after, amount: sum.overflow ? .max : sum.partialValue)]
    }
    return amount < Self.leastReported ? nil : .milliseconds(amount)
  }

  /// Returns whether a run that ended at one time has ended before another time, if skipped time doesn't count.
  func isBefore(_ ended: Int64, _ time: Int64) -> Bool {
    var counted = ended
    for skip in skips.reversed() {
      guard skip.after >= ended else { break }
      let (sum, isTooLarge) = counted.addingReportingOverflow(skip.amount)
      if isTooLarge { return false }
      counted = sum
    }
    return counted < time
  }
}
