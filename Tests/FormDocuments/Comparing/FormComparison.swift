package import FlowJSON
import FlowDocuments
import FlowDurable
import FlowForms
import FlowState
import Foundation

/// A comparison of the paths of a translated form document with those of the walker.
package struct FormComparison: Sendable {
  /// The name of the document.
  package let name: String
  /// The translation.
  package let translation: FormTranslation
  /// The number of paths, and of those that are equal.
  package private(set) var paths = FormTranslation.Count()
  /// The differences, at most three, as sentences.
  package private(set) var differences: [String] = []

  /// Whether all paths are equal.
  package var isEqual: Bool { paths.expressed == paths.all && differences.isEmpty }

  /// Compares a line of the walker's output.
  ///
  /// - Parameter line: The line.
  package init(_ line: JSONValue) async {
    name = line.text("name") ?? ""
    translation = FormTranslation(line["document"] ?? .null, named: name)
    let now = line.text("now") ?? ""
    let cases = line.elements("cases")
    do {
      let runs = try FormRuns(translation, now: now)
      for `case` in cases {
        paths.all += 1
        let expected = (`case`.elements("path"), `case`["fee"] ?? .null)
        let found = try await runs.path(`case`["answers"] ?? [:])
        if found.path == expected.0, JSONValue.areEqual(found.fee, expected.1) {
          paths.expressed += 1
        } else if differences.count < 3 {
          differences.append(
            "\(name): the walker has \(JSONValue.array(expected.0).jsonText) \(expected.1.jsonText), and the flow "
              + "\(JSONValue.array(found.path).jsonText) \(found.fee.jsonText) for \((`case`["answers"] ?? .null).jsonText)"
          )
        }
      }
    } catch {
      paths.all = cases.count
      differences.append("\(name): \(error)")
    }
  }

  /// The row of a table.
  package var row: [String] {
    [
      name, translation.counts.pages.text, translation.counts.components.text, translation.counts.conditions.text,
      "\(paths.all)", isEqual ? "yes" : "no, \(paths.all - paths.expressed) differ", "\(translation.notes.count)",
    ]
  }

  /// The head of the table.
  package static let head = ["Document", "Pages", "Components", "Conditions", "Paths", "Equal", "Notes"]
}

extension JSONValue {
  /// Whether two values are the same. Numbers can differ by what an addition loses.
  fileprivate static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard let first = JSONValue.object(["value": left]).number("value"),
      let second = JSONValue.object(["value": right]).number("value")
    else { return left == right }
    return (first - second).magnitude < 0.000_001
  }
}

/// Runs of a translated form.
struct FormRuns {
  private struct Moments: Codable, Sendable {
    struct Moment: Codable, Sendable {
      var amount: Int
      var unit: String
    }

    var moments: [Moment]
  }

  private struct Nothing: Codable, Sendable {}

  private struct Seen: Codable, Sendable { var seen = true }

  private struct Fees: Codable, Sendable { var amount: Double }

  private let translation: FormTranslation
  private let flow: DurableFlow<Any, JSONValue>
  private let worker: FlowWorker

  init(_ translation: FormTranslation, now: String) throws {
    self.translation = translation
    flow = try FlowDocument(parsing: translation.document.jsonText, for: Self.registry(now)).durableFlow()
    worker = FlowWorker(MemoryStore(), running: [flow])
  }

  /// The steps that a translated form uses: the moments that its dates are compared with, the sight of a page, and the fees.
  static func registry(_ now: String) -> FlowRegistry {
    var registry = FlowRegistry()
    registry.step("moments", Moments.self, JSONValue.self) { input, _ in
      var moments = JSONObject()
      for (place, moment) in input.moments.enumerated() {
        moments["m\(place)"] = .integer(Moment.digits(moment.amount, moment.unit, since: now))
      }
      return .object(moments)
    }
    registry.step("seen", Nothing.self, Seen.self) { _, _ in Seen() }
    registry.step("fees", Fees.self, Fees.self) { fees, _ in fees }
    return registry
  }

  /// Answers a run, until it ends or comes to a page again.
  func path(_ answers: JSONValue) async throws -> (path: [JSONValue], fee: JSONValue) {
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    var path: [JSONValue] = []
    var steps: Set<String> = []
    while case .page(let visit) = try await run.rest(within: .zero) {
      guard steps.insert(visit.step).inserted, let form = flow.definition.form(at: visit.step) else { break }
      let page = translation.paths[visit.step] ?? visit.step
      path.append(.string(page))
      let entry = Self.entry(translation.entry(at: visit.step, answers[page] ?? [:]), form)
      _ = try await run.answer(
        AnyForm.messageName(of: visit.step), try form.answer(entry), at: visit.token, within: .zero)
      try await worker.runUntilIdle()
    }
    let values = try await run.values()[DocumentValues.self]
    return (path, translation.feeStep.flatMap { values?[$0]?["amount"] } ?? .null)
  }

  private static func entry(_ texts: [String: [String]], _ form: AnyForm) -> FormEntry {
    var entry = FormEntry()
    for field in form.outline.fields {
      guard let texts = texts[field.name] else { continue }
      switch field.kind {
      case .choices: entry[field.name] = .texts(texts)
      case .file:
        entry[field.name] = .file(
          FormFile(
            name: texts.first ?? "", mediaType: "application/pdf", size: 1,
            digest: String(repeating: "a", count: 64)))
      default: entry[field.name] = .text(texts.first ?? "")
      }
    }
    return entry
  }
}
