/// A time in hours, minutes and seconds, for controls that each set one of them.
///
/// ```swift
/// var time = ClockTime { total in print("now \(total) seconds") }
/// time.total = 3725  // now 3725 seconds
/// time.minutes       // 2
/// ```
///
/// Each change calls the closure once, with the new total. Setting the current value is not a change.
public struct ClockTime {
  /// The longest time in seconds: one second less than a day.
  public static let maximum = 86_399

  private var all = 0
  private let changed: ((_ total: Int) -> Void)?

  /// Creates a time.
  ///
  /// - Parameters:
  ///   - total: The time in seconds, clamped to the range from 0 to ``maximum``.
  ///   - changed: Called after each change with the new total, on the thread that makes the change.
  public init(total: Int = 0, changed: ((_ total: Int) -> Void)? = nil) {
    all = Self.limited(total, to: Self.maximum)
    self.changed = changed
  }

  /// The whole time in seconds. New values are clamped to the range from 0 to ``maximum``.
  public var total: Int {
    get { all }
    set {
      let newTotal = Self.limited(newValue, to: Self.maximum)
      guard newTotal != all else { return }
      all = newTotal
      changed?(newTotal)
    }
  }

  /// The hours, from 0 to 23. New values are clamped to that range.
  public var hours: Int {
    get { all / 3600 }
    set { total += (Self.limited(newValue, to: 23) - hours) * 3600 }
  }

  /// The minutes, from 0 to 59. New values are clamped to that range.
  public var minutes: Int {
    get { all / 60 % 60 }
    set { total += (Self.limited(newValue, to: 59) - minutes) * 60 }
  }

  /// The seconds, from 0 to 59. New values are clamped to that range.
  public var seconds: Int {
    get { all % 60 }
    set { total += Self.limited(newValue, to: 59) - seconds }
  }

  private static func limited(_ value: Int, to maximum: Int) -> Int { min(max(value, 0), maximum) }
}
