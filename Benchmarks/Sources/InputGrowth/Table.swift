import Foundation

/// Measures a case at four sizes, and prints its rows.
enum Table {
  /// A cost below these is too small to grow measurably.
  private static let leastSeconds = 0.02
  private static let leastMemory = 8_000_000
  /// The largest mean factor that counts as doubling: machines waver, and a sorted list takes a little more than twice as long.
  private static let largestMean = 2.4
  /// The largest factor of one doubling. Above 32 MB, the allocator takes fresh pages for each block, and what no longer fits in
  /// the cache costs more once; that is not growth.
  private static let largestFactor = 3.0

  /// Returns whether doubling the input at most doubled the cost.
  static func print(_ growing: GrowingInput) throws -> Bool {
    var isLinear = true
    var (first, before): (Measurement?, Measurement?)
    for size in [1, 2, 4, 8].map({ $0 * growing.size }) {
      let now = try least(of: growing, size)
      let time = before.map { now.seconds / max($0.seconds, leastSeconds) } ?? 0
      let memory = before.map { Double(now.memory) / Double(max($0.memory, leastMemory)) } ?? 0
      if time > largestFactor || memory > largestFactor { isLinear = false }
      Swift.print(
        "| \(growing.name) | \(size) | \(now.bytes) | \(text(now.seconds, 3)) | \(text(time, 1)) "
          + "| \(text(now.seconds / Double(now.bytes) * 1e6, 2)) | \(text(Double(now.memory) / 1e6, 1)) | \(text(memory, 1)) |"
      )
      first = first ?? now
      before = now
    }
    guard let first, let last = before else { return isLinear }
    let time = cbrt(last.seconds / max(first.seconds, leastSeconds))
    let memory = cbrt(Double(last.memory) / Double(max(first.memory, leastMemory)))
    return isLinear && time <= largestMean && memory <= largestMean
  }

  /// The least cost of three processes.
  private static func least(of growing: GrowingInput, _ size: Int) throws -> Measurement {
    let measured = try (0..<3).compactMap { _ in try run(growing.name, size) }
    guard let fastest = measured.min(by: { $0.seconds < $1.seconds }), let memory = measured.map(\.memory).min() else {
      Swift.print("\(growing.name) failed at \(size).")
      exit(1)
    }
    return Measurement(bytes: fastest.bytes, seconds: fastest.seconds, memory: memory)
  }

  private static func run(_ name: String, _ size: Int) throws -> Measurement? {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = [name, "\(size)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Measurement(String(decoding: data, as: UTF8.self))
  }

  private static func text(_ number: Double, _ digits: Int) -> String {
    number == 0 ? "" : String(format: "%.\(digits)f", number)
  }
}
