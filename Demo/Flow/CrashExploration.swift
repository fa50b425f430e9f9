import FlowDocuments
import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting

/// Ends the process of durable runs of a document at every change of their journal, and continues them in new processes.
struct CrashExploration: Sendable {
  private let explored: ExploredDocument
  private let rehearsal: FlowRehearsal

  init(_ explored: ExploredDocument, _ rehearsal: FlowRehearsal) {
    (self.explored, self.rehearsal) = (explored, rehearsal)
  }

  /// Explores all crashes of a run with the answers of the rehearsal.
  ///
  /// - Returns: What breaks, and the number of crashes.
  func explore() async throws -> (finding: ExploredDocument.Finding?, crashes: Int) {
    do {
      return (nil, try await explorer().explore(crashes: 1, cuts: .calls).crashes)
    } catch let failure as CrashFailure { return (finding(failure), 0) }
  }

  /// Plays a schedule again.
  func replay(_ schedule: FlowSchedule) async throws -> ExploredDocument.Finding? {
    do {
      try await explorer().replay(schedule)
      return nil
    } catch let failure as CrashFailure where failure.rule == .unknownChoice {
      // The schedule is one of another rehearsal.
      return nil
    } catch let failure as CrashFailure { return finding(failure) }
  }

  private func finding(_ failure: CrashFailure) -> ExploredDocument.Finding {
    ExploredDocument.Finding(sentence: failure.sentence, schedule: "\(failure.schedule)", lines: failure.lines)
  }

  private func explorer() throws -> CrashExplorer {
    let assignments = try explored.assignments()
    return CrashExplorer { [explored, rehearsal] stage in
      let office = stage.outside { PostOffice() }
      let document = try explored.document(office)
      stage.start(try explored.durableFlow(office), assignments: assignments)
      for answer in rehearsal.given {
        stage.submit(answer.name, answer.message, at: answer.step, visit: answer.visit)
      }
      stage.require { report in
        for step in document.steps {
          let count = office.letters(under: report.effects(of: step).keys)
          guard count > 1 else { continue }
          return "Step '\(step)' is unsafe: it sends its letter \(count) times, because a crash repeats its work. "
            + "Use a step that is registered with atMostOnce, or one that recognizes a repetition by the key of its visit."
        }
        return nil
      }
    }
  }
}
