import Foundation

/// What the process has of the system.
package enum ProcessSize {
  /// What of the process is in memory; 0 where the system doesn't say.
  package static var residentKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The number of open files whose path begins so; 0 where the system doesn't say.
  package static func openFiles(under path: String) -> Int {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target?.hasPrefix(path) == true
    }
  }
}
