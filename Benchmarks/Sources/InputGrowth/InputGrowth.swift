import Foundation

/// Prints how the costs of readers, screens and durable runs grow with their inputs, as a Markdown table: time and memory at four sizes, of
/// which each is twice the one before.
///
/// Each measurement runs in a process of its own, so that its peak of memory is its own. With the name of a case and a size,
/// the program is such a process.
@main
enum InputGrowth {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 2, let name = arguments.first, let size = arguments.last.flatMap({ Int($0) }) {
      guard let growing = GrowingInput.all.first(where: { $0.name == name }) else { exit(2) }
      print(try growing.measured(size))
      return
    }
    print("| input | size | bytes | seconds | times the half | seconds a MB | MB of memory | times the half |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    var hasFailed = false
    for growing in GrowingInput.all where arguments.isEmpty || arguments.contains(growing.name) {
      if try !Table.print(growing) { hasFailed = true }
    }
    if hasFailed { exit(1) }
  }
}

/// The figures of one process.
struct Measurement: CustomStringConvertible {
  let bytes: Int
  let seconds: Double
  /// The increase of the peak of memory, in bytes.
  let memory: Int

  var description: String { "\(bytes) \(seconds) \(memory)" }

  init(bytes: Int, seconds: Double, memory: Int) {
    self.bytes = bytes
    self.seconds = seconds
    self.memory = memory
  }

  init?(_ line: String) {
    let parts = line.split(whereSeparator: \.isWhitespace)
    guard parts.count == 3, let bytes = Int(parts[0]), let seconds = Double(parts[1]), let memory = Int(parts[2])
    else { return nil }
    self.init(bytes: bytes, seconds: seconds, memory: memory)
  }
}
