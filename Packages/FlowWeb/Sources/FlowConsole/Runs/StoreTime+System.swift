import FlowDurable
import Foundation

extension StoreTime {
  /// The time of the system.
  static var systemTime: StoreTime { StoreTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}
