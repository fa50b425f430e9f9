import FlowPictures
import FlowState
import Foundation
import Testing

/// A Chrome trace as a viewer reads it.
struct DrawnTrace {
  struct Shape: CustomStringConvertible {
    let name: String
    let phase: String
    /// In nanoseconds.
    let start: Int
    let end: Int
    let process: Int
    let track: Int
    let arguments: [String: Any]

    var description: String { "\(name) \(start)-\(end) on \(track)" }
    var ending: String? { arguments["ending"] as? String }

    /// Whether the two could be drawn on one track.
    func nests(with other: Shape) -> Bool {
      end <= other.start || other.end <= start || (start <= other.start && other.end <= end)
        || (other.start <= start && end <= other.end)
    }

    func contains(_ other: Shape) -> Bool {
      track == other.track && start <= other.start && other.end <= end
    }
  }

  let shapes: [Shape]
  /// The names of the tracks, by number.
  let tracks: [Int: String]
  let processes: [Int: String]

  init(_ events: [FlowEvent]) throws {
    let text = ChromeTrace(events).json
    #expect(ChromeTrace(events).json == text, "the output is deterministic")
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let objects = try #require(root["traceEvents"] as? [[String: Any]])
    var (shapes, tracks, processes): ([Shape], [Int: String], [Int: String]) = ([], [:], [:])
    for object in objects {
      let shape = try Self.shape(object)
      switch shape.name {
      case "thread_name": tracks[shape.track] = shape.arguments["name"] as? String
      case "process_name": processes[shape.process] = shape.arguments["name"] as? String
      default: shapes.append(shape)
      }
    }
    (self.shapes, self.tracks, self.processes) = (shapes, tracks, processes)
  }

  private static func shape(_ object: [String: Any]) throws -> Shape {
    func nanoseconds(_ name: String) -> Int {
      (object[name] as? NSNumber).map { Int(($0.doubleValue * 1_000).rounded()) } ?? 0
    }
    let start = nanoseconds("ts")
    return Shape(
      name: try #require(object["name"] as? String), phase: try #require(object["ph"] as? String), start: start,
      end: start + nanoseconds("dur"), process: try #require(object["pid"] as? Int),
      track: try #require(object["tid"] as? Int), arguments: object["args"] as? [String: Any] ?? [:])
  }

  var slices: [Shape] { shapes.filter { $0.phase == "X" } }
  var instants: [Shape] { shapes.filter { $0.phase == "i" } }

  /// The only slice of a name.
  func slice(_ name: String) throws -> Shape {
    let found = slices.filter { $0.name == name }
    #expect(found.count == 1, "slices named \(name)")
    return try #require(found.first)
  }

  /// Pairs of slices on one track that overlap in part; pairs of tracks and shapes that do not belong together.
  var faults: [String] {
    var faults: [String] = []
    for (index, slice) in slices.enumerated() {
      for other in slices[..<index] where other.track == slice.track && !other.nests(with: slice) {
        faults.append("\(other) and \(slice)")
      }
    }
    for shape in shapes where tracks[shape.track] == nil || processes[shape.process] == nil {
      faults.append("\(shape) is on a track without a name")
    }
    for slice in slices where slice.end < slice.start { faults.append("\(slice) ends before it begins") }
    return faults
  }
}
