import FlowState
import FlowStateTesting
import Testing

/// Every operator, and every way in which the step can end that it is applied to.
struct OperatorEndingTests {
  enum Ending: String, CaseIterable, Sendable {
    case value, none, failedInside, failedLater, abandoned, timedOut, cancelled, cancelledInside, superseded

    /// What the trace says of every step that fails.
    var failure: String? {
      switch self {
      case .failedInside, .failedLater: "mishap"
      case .abandoned: "abandoned"
      case .timedOut: "timedOut(after"
      case .superseded: "superseded"
      case .value, .none, .cancelled, .cancelledInside: nil
      }
    }

    /// What the error says.
    func words(at place: String) -> String {
      switch self {
      case .abandoned:
        "was abandoned (\(place)): the last owner of its handler released it without completing it."
      case .timedOut: "timed out (\(place)): it had not ended after 9.0 seconds."
      default: "failed (\(place)): mishap"
      }
    }
  }

  let bench = Bench()

  /// What is told, in short: `+` began, `=` completed, `!` failed, `?` abandoned, `~` timed out, `-` cancelled, `.` waits for
  /// a second, `:` got content, `*` an extra completion. `op` is the operator's step, `F` the run, whose result follows as the
  /// caller is told it; of an error the visit and the lane that it names. Late completions come last.
  static let table = """
    retry       value           op+ a+ a= op= F= = A a*
    timeout     value           op+ a+ a= op= F= = A a*
    delay       value           op+ op. a+ a= op= F= = A a*
    map         value           op+ a+ a= op= F= = A a*
    mapContent  value           op+ a+ a= op= F= = A a*
    then        value           op+ a+ a= b: b+ b= op= F= = A a*
    branch      value           op+ a+ a= op= F= = A a*
    recover     value           op+ a+ a= op= F= = A a*
    recoverWith value           op+ a+ a= op= F= = A a*
    always      value           op+ a+ a= op= F= = A a*

    retry       none            op+ a+ a= op= F= = nil
    timeout     none            op+ a+ a= op= F= = nil
    delay       none            op+ op. a+ a= op= F= = nil
    map         none            op+ a+ a= op= F= = nil
    mapContent  none            op+ a+ a= op= F= = nil
    then        none            op+ a+ a= b: b+ b= op= F= = nil
    branch      none            op+ a+ a= op= F= = nil
    recover     none            op+ a+ a= op= F= = nil
    recoverWith none            op+ a+ a= op= F= = nil
    always      none            op+ a+ a= op= F= = nil

    retry       failedInside    op+ a+ a! a+ a! op! F! = 3.1 a* a*
    timeout     failedInside    op+ a+ a! op! F! = 2.1 a*
    delay       failedInside    op+ op. a+ a! op! F! = 2.1 a*
    map         failedInside    op+ a+ a! op! F! = 2.1 a*
    mapContent  failedInside    op+ a+ a! op! F! = 2.1 a*
    then        failedInside    op+ a+ a! op! F! = 2.1 a*
    branch      failedInside    op+ a+ a! op! F! = 2.1 a*
    recover     failedInside    op+ a+ a! op! F! = 2.1 a*
    recoverWith failedInside    op+ a+ a! spare+ spare= op= F= = spare a*
    always      failedInside    op+ a+ a! op! F! = 2.1 a*

    retry       failedLater     op+ a+ a! a+ a! op! F! = 3.1 a* a*
    timeout     failedLater     op+ a+ a! op! F! = 2.1 a*
    delay       failedLater     op+ op. a+ a! op! F! = 2.1 a*
    map         failedLater     op+ a+ a! op! F! = 2.1 a*
    mapContent  failedLater     op+ a+ a! op! F! = 2.1 a*
    then        failedLater     op+ a+ a! op! F! = 2.1 a*
    branch      failedLater     op+ a+ a! op! F! = 2.1 a*
    recover     failedLater     op+ a+ a! op! F! = 2.1 a*
    recoverWith failedLater     op+ a+ a! spare+ spare= op= F= = spare a*
    always      failedLater     op+ a+ a! op! F! = 2.1 a*

    retry       abandoned       op+ a+ a? a+ a? op! F! = 3.1
    timeout     abandoned       op+ a+ a? op! F! = 2.1
    delay       abandoned       op+ op. a+ a? op! F! = 2.1
    map         abandoned       op+ a+ a? op! F! = 2.1
    mapContent  abandoned       op+ a+ a? op! F! = 2.1
    then        abandoned       op+ a+ a? op! F! = 2.1
    branch      abandoned       op+ a+ a? op! F! = 2.1
    recover     abandoned       op+ a+ a? op! F! = 2.1
    recoverWith abandoned       op+ a+ a? spare+ spare= op= F= = spare
    always      abandoned       op+ a+ a? op! F! = 2.1

    retry       timedOut        op+ a.timeout+ a+ a- a.timeout~ a.timeout+ a+ a- a.timeout~ op! F! = 5.3 a* a*
    timeout     timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    delay       timedOut        op+ op. a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    map         timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    mapContent  timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    then        timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    branch      timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    recover     timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*
    recoverWith timedOut        op+ a.timeout+ a+ a- a.timeout~ spare+ spare= op= F= = spare a*
    always      timedOut        op+ a.timeout+ a+ a- a.timeout~ op! F! = 3.2 a*

    retry       cancelled       op+ a+ a- op- F- = cancelled a*
    timeout     cancelled       op+ a+ a- op- F- = cancelled a*
    delay       cancelled       op+ op. a+ a- op- F- = cancelled a*
    map         cancelled       op+ a+ a- op- F- = cancelled a*
    mapContent  cancelled       op+ a+ a- op- F- = cancelled a*
    then        cancelled       op+ a+ a- op- F- = cancelled a*
    branch      cancelled       op+ a+ a- op- F- = cancelled a*
    recover     cancelled       op+ a+ a- op- F- = cancelled a*
    recoverWith cancelled       op+ a+ a- op- F- = cancelled a*
    always      cancelled       op+ a+ a- op- F- = cancelled a*

    retry       cancelledInside op+ a+ a- op- F- = cancelled a*
    timeout     cancelledInside op+ a+ a- op- F- = cancelled a*
    delay       cancelledInside op+ op. a+ a- op- F- = cancelled a*
    map         cancelledInside op+ a+ a- op- F- = cancelled a*
    mapContent  cancelledInside op+ a+ a- op- F- = cancelled a*
    then        cancelledInside op+ a+ a- op- F- = cancelled a*
    branch      cancelledInside op+ a+ a- op- F- = cancelled a*
    recover     cancelledInside op+ a+ a- op- F- = cancelled a*
    recoverWith cancelledInside op+ a+ a- op- F- = cancelled a*
    always      cancelledInside op+ a+ a- op- F- = cancelled a*

    retry       superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    timeout     superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    delay       superseded      race+ gate+ op+ op. a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    map         superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    mapContent  superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    then        superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    branch      superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    recover     superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    recoverWith superseded      race+ gate+ op+ a+ gate= a+ a! spare+ spare= op= a- race= F= = spare gate* a* a*
    always      superseded      race+ gate+ op+ a+ gate= a+ a! op! a= race= F= = nil gate* a* a*
    """

  @Test("is told exactly so, and leaves nothing alive", arguments: OperatorUnderTest.allCases, Ending.allCases)
  func table(operation: OperatorUnderTest, ending: Ending) throws {
    let row = try #require(Self.row(operation, ending))
    let lines = play(operation, ending)
    let name = "a.\(ending == .timedOut ? "timeout." : "")\(operation.suffix)"
    #expect(lines.compactMap { Self.short($0, name) }.joined(separator: " ") == row)
    #expect(bench.census.living == 0)
    let failures = lines.filter { $0.contains(" failed: ") && !$0.hasPrefix("= ") }
    #expect(failures.allSatisfy { line in ending.failure.map { line.contains(" failed: \($0)") } ?? false })
    if let told = bench.told, told.hasPrefix("= Step") {
      let place = try #require(row.split(separator: "= ").last?.prefix { $0 != " " }.split(separator: "."))
      #expect(told == "= Step 'a' \(ending.words(at: "visit \(place[0]) of run F#1, lane \(place[1])"))")
    }
  }

  private static func row(_ operation: OperatorUnderTest, _ ending: Ending) -> String? {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words[0] == operation.rawValue, words[1] == ending.rawValue else { continue }
      return words.dropFirst(2).joined(separator: " ")
    }
    return nil
  }

  /// A line of the trace as it stands in the table; nil for those that are in every run.
  private static func short(_ line: String, _ name: String) -> String? {
    if line == "F#1 run began" || line == "rest" { return nil }
    if line.hasPrefix("= Step"), let place = line.firstMatch(of: /\(visit (\d+) of run F#1, lane (\d+)\)/) {
      return "= \(place.1).\(place.2)"
    }
    if line.hasPrefix("= ") { return line }
    let space = line.firstIndex(of: " ") ?? line.endIndex
    let subject = String(line[..<space])
    let signs = [
      " began": "+", " completed": "=", " failed": "!", " abandoned": "?", " timed out": "~", " cancelled": "-",
      " waits 1.0 seconds": ".", " content": ":", " extra": "*",
    ]
    let event = String(line[space...].prefix { $0 != ":" })
    return ([name: "op", "F#1": "F"][subject] ?? subject) + (signs[event] ?? event)
  }

  /// Plays a run to its end, and what comes late after that; returns what was told.
  private func play(_ operation: OperatorUnderTest, _ ending: Ending) -> [String] {
    let (bench, runs) = (bench, Shelf<FlowRun>())
    let run = bench.startChain(isPlayed: false) { scope in
      let a = Self.step(for: ending, bench, runs)
      let step = operation.apply(to: ending == .timedOut ? a.timeout(.seconds(9)) : a, census: bench.census)
      let alive = bench.census.newborn()
      step.setCompletion { _, result in
        alive.touch()
        scope.result = result
      }
      guard ending == .superseded else { return step }
      let gate = bench.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, step])
    }
    runs.put(run)
    bench.queue.play()
    bench.pass(.seconds(1))
    for round in 1...2 where bench.told == nil { end(ending, round, run) }
    for handler in bench.kept.all { handler.complete("late") }
    bench.queue.play()
    return bench.trace.lines
  }

  private static func step(for ending: Ending, _ bench: Bench, _ runs: Shelf<FlowRun>) -> Bench.Step {
    let alive = bench.census.newborn()
    return switch ending {
    case .none: bench.instant()
    case .failedInside, .cancelledInside:
      Bench.Step(identifier: "a") { [kept = bench.kept] _ in
        alive.touch()
        let handler = Bench.Handler()
        kept.put(handler)
        if ending == .failedInside { handler.fail(Mishap()) } else { runs.all.first?.cancel() }
        return handler
      }
    case .value, .failedLater, .abandoned, .timedOut, .cancelled, .superseded: bench.waiting()
    }
  }

  /// Ends the step that waits. A retry brings a second round, and so does a step that has been superseded.
  private func end(_ ending: Ending, _ round: Int, _ run: FlowRun) {
    switch ending {
    case .value: bench.kept.all.last?.complete("A")
    case .failedLater: bench.kept.all.last?.fail(Mishap())
    case .abandoned: bench.kept.clear()
    case .timedOut: bench.clock.advance(by: .seconds(9))
    case .cancelled: run.cancel()
    case .superseded: bench.kept.all[round == 1 ? 0 : 2].complete("A")
    case .none, .failedInside, .cancelledInside: break
    }
    bench.queue.play()
  }
}
