import FlowJSON
import Foundation

/// Checks whether stored runs can continue under the flows of this program, without executing a step.
///
/// Keep a journal of each release in a folder, and check them in a test:
///
/// ```swift
/// let report = try await CompatibilityCheck(journals: "Tests/Journals").check(order)
/// for finding in report.findings { print(finding) }
/// // order in 1.0.journal: 3 runs stand at 'charge', which the chain does not have; known are: accept, pay. The first is run 17.
/// ```
///
/// A run fits if its step exists, under its name or by `FlowStepDeclaration.renamed(from:)`; if the input of that step
/// decodes; if the values that the run keeps decode, after ``DurableKey/upgraded(_:from:)``; and if the flow has each
/// undo that the run may need. Steps that the run has passed may be renamed, moved, or removed.
public struct CompatibilityCheck: Sendable {
  /// The stores, with the names of their files if they come from a folder.
  private let stores: [(store: any FlowStore, journal: String?)]

  /// Creates a check of the runs in some stores.
  ///
  /// - Parameter stores: The stores. The check only reads them.
  public init(_ stores: any FlowStore...) {
    self.init(stores)
  }

  /// Creates a check of the runs in some stores.
  ///
  /// - Parameter stores: The stores. The check only reads them.
  public init(_ stores: [any FlowStore]) {
    self.stores = stores.map { ($0, nil) }
  }

  /// Creates a check of the runs in the journals of a folder. Blocks the calling thread while it reads them.
  ///
  /// ```swift
  /// let report = try await CompatibilityCheck(journals: "Tests/Journals").check(order)
  /// if !report.isFine { print(report) }
  /// ```
  ///
  /// - Parameter folder: The path of a folder. The check reads the files in it whose names end with `.journal`, in the
  ///   order of their names, and changes nothing.
  /// - Throws: ``StoreError`` if the folder has no journal, or if one of them can't be read.
  public init(journals folder: String) throws(StoreError) {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw .system(file: folder, action: "list", reason: "there is no such folder")
    }
    let journals = names.filter { $0.hasSuffix(".journal") }.sorted()
    // A test that checks nothing would always pass.
    guard !journals.isEmpty else {
      throw .system(file: folder, action: "check", reason: "it has no file whose name ends with '.journal'")
    }
    var stores: [(any FlowStore, String?)] = []
    for name in journals { stores.append((try JournalReader(at: "\(folder)/\(name)"), name)) }
    self.stores = stores
  }

  /// Checks those runs of the flows that haven't ended.
  ///
  /// - Parameter flows: The flows of this program.
  /// - Returns: The findings.
  /// - Throws: An error of a store.
  public func check(_ flows: any AnyDurableFlow...) async throws(StoreError) -> CompatibilityReport {
    try await check(flows)
  }

  /// Checks those runs of the flows that haven't ended.
  ///
  /// - Parameter flows: The flows of this program.
  /// - Returns: The findings.
  /// - Throws: An error of a store.
  public func check(_ flows: [any AnyDurableFlow]) async throws(StoreError) -> CompatibilityReport {
    var report = CompatibilityReport()
    for (store, journal) in stores {
      report.journal = journal
      for flow in flows { try await check(flow.definition, in: store, &report) }
    }
    return report
  }

  private func check(
    _ definition: DurableDefinition, in store: any FlowStore, _ report: inout CompatibilityReport
  ) async throws(StoreError) {
    let query = RunQuery(flows: [definition.identifier], states: [.ready, .held, .waiting, .parked])
    var last: RunNumber?
    while true {
      let runs = try await store.runs(query, after: last, limit: 100)
      guard let end = runs.last else { return }
      for run in runs { try await check(run, definition, in: store, &report) }
      last = end.number
    }
  }

  private func check(
    _ run: RunSummary, _ definition: DurableDefinition, in store: any FlowStore, _ report: inout CompatibilityReport
  ) async throws(StoreError) {
    let records: [FlowRecord]
    do throws(StoreError) { records = try await store.records(of: run.number, after: 0, limit: .max) } catch {
      // The run was removed after it was listed.
      if case .unknownRun = error { return }
      report.runs += 1
      return report.add(try Misfit(of: error), of: run)
    }
    report.runs += 1
    let name = DurableVisit.name(ofRun: run.number, key: run.key, of: run.flow)
    let seal = PayloadSeal(codec: definition.codec, store: store.identity, run: name)
    do {
      let course = try RunCourse(records, definition.rules)
      if let kind = course.unknownKind {
        let description = "has a record '\(kind)', whose kind this program doesn't know"
        report.add(Misfit(description: description, expected: "a kind of record that is known", found: kind), of: run)
      }
      for misfit in definition.misfits(of: course, seal) { report.add(misfit, of: run, at: course.position) }
    } catch {
      let cause = error.withoutText
      let description = "has a snapshot that can't be read: \(cause)".withoutEnd
      report.add(Misfit(description: description, expected: cause.expected, found: cause.found), of: run)
    }
  }
}

extension Misfit {
  /// Describes the records of a run that can't be read; other errors concern all runs, and are thrown.
  fileprivate init(of error: StoreError) throws(StoreError) {
    switch error {
    case .invalidRecord(_, let number, let found):
      let cause = found.withoutText
      let description = "has record \(number), which can't be read: \(cause)".withoutEnd
      self.init(description: description, expected: cause.expected, found: cause.found)
    case .damaged(let details):
      let description = "has records that can't be read: \(details.sentence)".withoutEnd
      self.init(description: description, expected: "records that can be read", found: details.sentence)
    default: throw error
    }
  }
}

/// The findings of a ``CompatibilityCheck``.
///
/// ```swift
/// let report = try await CompatibilityCheck(store).check(order)
/// if !report.isFine { print(report) }
/// ```
public struct CompatibilityReport: Sendable, CustomStringConvertible {
  /// A reason why runs can't continue, with these runs.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The name of the flow.
    public let flow: String
    /// The name of the journal; nil if the check wasn't created with a folder of journals.
    public let journal: String?
    /// The runs, in the order of their numbers.
    public internal(set) var runs: [RunNumber]
    /// The step at which the first of the runs stands; nil for the first step.
    public let step: String?
    /// The difference between what was expected and what was found, as a predicate for one run.
    public let reason: String
    /// The expectation of the flow.
    public let expected: String
    /// The stored state that was found instead.
    public let found: String
    /// A remedy, as a sentence; nil if none is known.
    public let advice: String?

    /// The finding and its remedy, as sentences.
    public var description: String {
      let subject =
        runs.count == 1 ? "run \(runs[0]) \(reason)." : "\(runs.count) runs \(plural). The first is run \(runs[0])."
      return "\(flow)\(journal.map { " in \($0)" } ?? ""): \(subject)" + (advice.map { " \($0)" } ?? "")
    }

    private var plural: String {
      for (one, many) in [("stands ", "stand "), ("keeps ", "keep "), ("has ", "have ")] where reason.hasPrefix(one) {
        return many + reason.dropFirst(one.count)
      }
      return reason
    }
  }

  /// The reasons why runs can't continue.
  public private(set) var findings: [Finding] = []
  /// The number of runs that were checked.
  public internal(set) var runs = 0

  /// The name of the journal that is being checked.
  var journal: String?

  /// Whether every run can continue.
  public var isFine: Bool { findings.isEmpty }

  /// The findings, one on each line, or a sentence if there are none.
  public var description: String {
    guard isFine else { return findings.map(\.description).joined(separator: "\n") }
    return switch runs {
    case 0: "There are no runs to check."
    case 1: "The run fits."
    default: "All \(runs) runs fit."
    }
  }

  mutating func add(_ misfit: Misfit, of run: RunSummary, at step: String? = nil) {
    let place = findings.firstIndex {
      $0.flow == run.flow && $0.journal == journal && $0.reason == misfit.description
    }
    if let place {
      findings[place].runs.append(run.number)
    } else {
      findings.append(
        Finding(
          flow: run.flow, journal: journal, runs: [run.number], step: step ?? run.position,
          reason: misfit.description, expected: misfit.expected, found: misfit.found, advice: misfit.advice))
    }
  }
}
