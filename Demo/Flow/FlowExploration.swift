import FlowCommandLine
import FlowDocuments
import FlowJSON
import FlowScreens
import FlowTerminal
import FlowStateTesting

/// `Demo flow FILE --explore` and `--crash`: plays the runs of a document, and says what breaks.
struct FlowExploration: Sendable {
  private let document: FlowDocument
  private let data: [UInt8]
  /// The document as the user named it; nil for the demo's own.
  private let argument: String?
  private let crashes: Bool
  private let variant: String?
  private let language: String?
  private let schedule: FlowSchedule?

  init(_ options: ParsedOptions, _ document: FlowDocument, _ data: [UInt8]) throws {
    (self.document, self.data, argument) = (document, data, options.arguments.first)
    crashes = options.flag("crash")
    variant = options.value("variant")
    language = options.value("language")
    do throws(ScheduleTextError) {
      schedule = try options.value("replay").map { text throws(ScheduleTextError) in try FlowSchedule(text) }
    } catch {
      throw UsageError.unfitValue(option: "replay", value: options.value("replay") ?? "", reason: "\(error)")
    }
  }

  /// Explores one variant, or all of them.
  func run() throws -> ExitCode {
    let names = document.variantNames
    let variants: [String?] = variant.map { [$0] } ?? (names.isEmpty ? [nil] : names.map(Optional.some))
    for variant in variants {
      let explored = ExploredDocument(document, data, variant: variant, language: language)
      let finding = try blocking { try await explore(explored) }
      guard let finding else { continue }
      try report(finding, variant)
      return .data
    }
    return .ok
  }

  /// Explores a variant, and says what was played.
  private func explore(_ explored: ExploredDocument) async throws -> ExploredDocument.Finding? {
    let rehearsals = try await explored.rehearse()
    let place = explored.variant.map { " of the variant '\($0)'" } ?? ""
    // No order of events explains a circle without questions, and playing one would take for ever.
    if let circle = explored.fault(in: rehearsals.filter(\.rehearsal.isCircle)) { return circle }
    let fault = explored.fault(in: rehearsals)
    if let schedule { return try await replay(schedule, explored, rehearsals.map(\.rehearsal), fault) }
    // A crash can be played where a run ends; an order explains why a run doesn't.
    if crashes {
      if let fault { return fault }
      var count = 0
      for (_, rehearsal) in rehearsals {
        let (finding, crashes) = try await CrashExploration(explored, rehearsal).explore()
        if let finding { return finding }
        count += crashes
      }
      try Sentences(.output).say(
        "All is well: \(counted(rehearsals.count, "run"))\(place) ended as without a crash after \(counted(count, "crash"))."
      )
      return nil
    }
    let (finding, orders) = try orders(explored, rehearsals.map(\.rehearsal)).explore()
    if let finding { return finding.schedule == nil ? fault ?? finding : finding }
    if let fault { return fault }
    try Sentences(.output).say(
      "All is well: \(counted(rehearsals.count, "run"))\(place) ended, and so did \(counted(orders, "order")) of events."
        .printable)
    return nil
  }

  private func replay(
    _ schedule: FlowSchedule, _ explored: ExploredDocument, _ rehearsals: [FlowRehearsal],
    _ fault: ExploredDocument.Finding?
  ) async throws -> ExploredDocument.Finding? {
    guard crashes else { return report(orders(explored, rehearsals).replay(schedule)) }
    let playable = rehearsals.filter { $0.fault == nil }
    // Nothing can be said about a schedule that can't be played.
    if playable.isEmpty, let fault { return fault }
    for rehearsal in playable {
      if let finding = try await CrashExploration(explored, rehearsal).replay(schedule) { return finding }
    }
    return report(nil)
  }

  private func report(_ finding: ExploredDocument.Finding?) -> ExploredDocument.Finding? {
    if finding == nil { try? Sentences(.output).say("The schedule breaks nothing.") }
    return finding
  }

  private func orders(_ explored: ExploredDocument, _ rehearsals: [FlowRehearsal]) -> OrderExploration {
    let forms = Set(explored.forms.map(\.step))
    var outputs: [String: JSONValue] = [:]
    for rehearsal in rehearsals {
      guard case .object(let values) = rehearsal.values else { continue }
      for (step, value) in values where !forms.contains(step) { outputs[step] = outputs[step] ?? value }
    }
    return OrderExploration(explored, outputs: outputs)
  }

  private func report(_ finding: ExploredDocument.Finding, _ variant: String?) throws {
    let sentences = Sentences(.output)
    let place = variant.map { "In the variant '\($0)': " } ?? ""
    try sentences.say("\(place)\(finding.sentence)".printable)
    guard let found = finding.schedule, !found.isEmpty else { return }
    let file = argument.map { " \(ShellWord.quoted($0))" } ?? ""
    let option = variant.map { " --variant \(ShellWord.quoted($0))" } ?? ""
    try sentences.say(
      "To see it again: Demo flow\(file) --\(crashes ? "crash" : "explore")\(option) --replay \(ShellWord.quoted(found))"
        .printable)
    guard schedule != nil else { return }
    for line in finding.lines { try sentences.say("  \(line)".printable) }
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : noun.hasSuffix("sh") ? "es" : "s")"
  }
}
