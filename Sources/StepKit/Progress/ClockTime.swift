/// A time as hours, minutes and seconds, for controls that set one of them.
///
/// ```swift
/// var time = ClockTime { total in print("now \(total) seconds") }
/// time.total = 3725  // now 3725 seconds
/// time.minutes       // 2
/// ```
///
/// Each change is told once, with the total that has come of it; setting what is there already is none.
public struct ClockTime {
  /// The longest time: a second less than a day.
  public static let maximum = 86_399

  private var all = 0
  private let changed: ((_ total: Int) -> Void)?

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - total: The seconds; limited to the range from 0 to ``maximum``.
  ///   - changed: Called after each change with the new total, on the thread that makes it.
  public init(total: Int = 0, changed: ((_ total: Int) -> Void)? = nil) {
    all = Self.limited(total, to: Self.maximum)
    self.changed = changed
  }

  /// All of it in seconds. Set values are limited to the range from 0 to ``maximum``.
  public var total: Int {
    get { all }
    set {
      let newTotal = Self.limited(newValue, to: Self.maximum)
      guard newTotal != all else { return }
      all = newTotal
      changed?(newTotal)
    }
  }

  /// The hours, 0 to 23. Set values are limited to that range.
  public var hours: Int {
    get { all / 3600 }
    set { total += (Self.limited(newValue, to: 23) - hours) * 3600 }
  }

  /// The minutes, 0 to 59. Set values are limited to that range.
  public var minutes: Int {
    get { all / 60 % 60 }
    set { total += (Self.limited(newValue, to: 59) - minutes) * 60 }
  }

  /// The seconds, 0 to 59. Set values are limited to that range.
  public var seconds: Int {
    get { all % 60 }
    set { total += Self.limited(newValue, to: 59) - seconds }
  }

  private static func limited(_ value: Int, to maximum: Int) -> Int { min(max(value, 0), maximum) }
}
