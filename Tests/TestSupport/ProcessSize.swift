import Foundation

/// The resources that the process uses.
package enum ProcessSize {
  /// The resident memory of the process, or 0 if the system doesn't report it.
  package static var residentKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The number of open files whose path begins with `path`, or 0 if the system doesn't report it.
  package static func openFiles(under path: String) -> Int {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target?.hasPrefix(path) == true
    }
  }
}
