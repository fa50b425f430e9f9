import Foundation

/// An input of any size for a reader or a screen, and what is done with it.
struct GrowingInput {
  let name: String
  /// The smallest size that is measured.
  let size: Int
  /// Makes an input of a size.
  let make: (Int) -> String
  /// Reads the input, or shows it.
  let use: (String) throws -> Void

  init(_ name: String, _ size: Int, _ make: @escaping (Int) -> String, use: @escaping (String) throws -> Void) {
    self.name = name
    self.size = size
    self.make = make
    self.use = use
  }

  func measured(_ size: Int) throws -> Measurement {
    let input = make(size)
    let memory = Self.peak
    // The time of the processor, which other work on the machine hardly changes.
    let start = clock()
    try use(input)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    return Measurement(bytes: input.utf8.count, seconds: seconds, memory: max(0, Self.peak - memory))
  }

  /// The peak of the process's memory, in bytes.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return (Int(line.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
  }
}
