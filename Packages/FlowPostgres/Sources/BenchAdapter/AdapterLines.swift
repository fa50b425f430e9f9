import Foundation

/// The lines that the adapter writes to the standard output: a descriptor, then samples.
struct AdapterLines: Sendable {
  static let system = "flow-postgres"

  private struct Descriptor: Encodable {
    let kind = "descriptor"
    let system = AdapterLines.system
    let event_tables: [String]
    let extensions: [String] = []
    let version: String
    let schema_version: String
    let db_name: String
    let started_at: String
    let instance_id: Int
  }

  private struct Sample: Encodable {
    let t: String
    let system = AdapterLines.system
    let kind = "adapter"
    let subject_kind = "adapter"
    let subject = ""
    let metric: String
    let value: Double
    let window_s: Int
    let instance_id: Int
  }

  let instance: Int

  func descriptor(schema: String, database: String, version: String, at time: Date) -> String {
    line(
      Descriptor(
        event_tables: ["runs", "records"].map { "\(schema).\($0)" }, version: version, schema_version: version,
        db_name: database, started_at: Self.text(time), instance_id: instance))
  }

  func sample(_ metric: String, _ value: Double, window: Int, at time: Date) -> String {
    line(Sample(t: Self.text(time), metric: metric, value: value, window_s: window, instance_id: instance))
  }

  private func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private static func text(_ time: Date) -> String {
    time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Returns the time until the clock of the wall reaches the next multiple of a number of seconds.
  static func delay(after time: Date, tick: Int) -> Double {
    let seconds = time.timeIntervalSince1970
    return (seconds / Double(tick)).rounded(.down) * Double(tick) + Double(tick) - seconds
  }
}
