import Foundation

/// A moment as a number of 17 digits, from the year to the millisecond, in UTC.
enum Moment {
  /// Returns a moment some time after another one.
  static func digits(_ amount: Int, _ unit: String, since now: String) -> Int64 {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let numbers = now.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 7 else { return 0 }
    let components = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    let units: [String: Calendar.Component] = [
      "years": .year, "months": .month, "days": .day, "hours": .hour, "minutes": .minute, "seconds": .second,
    ]
    guard var date = calendar.date(from: components) else { return 0 }
    if let component = units[unit] { date = calendar.date(byAdding: component, value: amount, to: date) ?? date }
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    var digits: Int64 = 0
    for (part, scale) in [
      (parts.year, Int64(1)), (parts.month, 100), (parts.day, 100), (parts.hour, 100), (parts.minute, 100),
      (parts.second, 100), (numbers[6], 1_000),
    ] { digits = digits * scale + Int64(part ?? 0) }
    return digits
  }
}
