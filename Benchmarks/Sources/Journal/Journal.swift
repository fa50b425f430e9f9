import FlowDurable
import FlowJSON
import Foundation

/// `swift run -c release Journal [--quick]`: measures a journal beside a bare `write` and `fdatasync` of the same bytes.
@main
enum Journal {
  static func main() async throws {
    let isQuick = CommandLine.arguments.contains("--quick")
    let rounds = isQuick ? 1 : 5
    let folder = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rig = Rig(folder: folder)
    print("| round | bare | alone | ratio | 64 at once | its work | gain | process | its work | resume | waiting run |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for round in 1...rounds {
      let steps = isQuick ? 200 : 2_000
      let bare = try rig.bare(steps)
      let alone = try await rig.steps(steps, runs: 1, surviving: .power)
      let many = try await rig.steps(steps / 4, runs: 64, surviving: .power)
      let process = try await rig.steps(10 * steps, runs: 1, surviving: .process)
      let (resume, bytes) = try await rig.resume(isQuick ? 20_000 : 200_000, waiting: isQuick ? 10_000 : 100_000)
      let cells = [
        "\(round)", text(bare), text(alone.time), String(format: "%.2f ×", alone.time / bare), text(many.time),
        text(many.work),
        String(format: "%.1f ×", alone.time / many.time), text(process.time), text(process.work),
        String(format: "%.0f records/s", resume), "\(bytes) B",
      ]
      print("| \(cells.joined(separator: " | ")) |")
    }
  }

  private static func text(_ seconds: Double) -> String { String(format: "%.1f µs", seconds * 1e6) }
}
