import FlowDurable
import FlowJSON
import FlowStateTesting

/// A start of a step's work or of an undo.
struct CrashWork: Sendable, Hashable {
  let run: String
  let step: String
  /// The key of the declared step's visit.
  let visit: String
  let key: String
  let attempt: Int
  let isUndo: Bool
  /// The number of the process that started it.
  var life = 0
}

extension CrashWork {
  /// The name of the flow, which the name of the run begins with, escaped as in the keys of visits.
  var flow: String {
    String(run.prefix { $0 != "/" }).replacing("%2F", with: "/").replacing("%23", with: "#")
      .replacing("%25", with: "%")
  }
}

/// A declared step of a flow. Steps of several flows can have one name.
struct CrashStep: Sendable, Hashable {
  let flow: String
  let step: String
}

/// A run that a setup starts.
struct CrashStart: Sendable {
  let key: String
  let flow: any AnyDurableFlow
  let start: @Sendable (FlowWorker) async throws -> CrashRun
}

/// A run that was started.
struct CrashRun: Sendable {
  let number: RunNumber
  let isNew: Bool
  let name: String
  let send: @Sendable (any DurableMessage, String) async throws -> MessageDelivery
  let submit: @Sendable (CrashSubmission) async throws -> MessageDelivery
}

/// An answer to a visit of a step, as a person sends it from a page.
struct CrashSubmission: Sendable {
  let name: String
  let body: @Sendable () throws -> JSONValue
  let step: String
  let visit: Int
  let isChange: Bool
  let keepsLater: Bool
}

/// A message or a command that a setup sends.
struct CrashAct: Sendable {
  /// The index of the run.
  let run: Int
  let name: String
  let key: String
  let perform: @Sendable (CrashRun, any FlowStore, String) async throws -> MessageDelivery
}

/// An answer to a visit whose step has several answers.
struct CrashAnswer: Sendable {
  let key: String
  let visit: AnsweredVisit
  let names: [String]
  let picked: Int

  /// The choices of a schedule that give the other answers instead.
  var others: [FlowSchedule.Choice] {
    names.indices.filter { $0 != picked }.map { .event(visit.step, visit.occurrence, way: names[$0]) }
  }

  var choice: FlowSchedule.Choice { .event(visit.step, visit.occurrence, way: names[picked]) }
}

/// The progress of a trial.
struct CrashMoment: Sendable, Hashable {
  var works: Int
  var acknowledged: Int
  var time: Duration
  /// The number of calls of the process that append records, if the setup has objects outside the process.
  var appends = 0
}

/// A law that a trial breaks.
struct CrashViolation: Sendable, Equatable {
  let rule: CrashFailure.Rule
  let sentence: String
  /// The step after which state was lost.
  var step: String?

  /// Returns the violation with another sentence added, if it isn't nil.
  func adding(_ other: String?) -> CrashViolation {
    guard let other else { return self }
    return CrashViolation(rule: rule, sentence: "\(sentence) \(other)", step: step)
  }
}

/// The state of a stage: the setup of the current process, and the events of all processes.
struct CrashStageState: Sendable {
  // Set up by each process
  var answers: [String: [FlowAnswer]] = [:]
  var starts: [CrashStart] = []
  var acts: [CrashAct] = []
  var requirements: [@Sendable (CrashReport) throws -> String?] = []
  var stepsAtMostOnce: Set<CrashStep> = []
  /// The numbers of times that steps start again after failures.
  var retries: [CrashStep: Int] = [:]
  var outsideCount = 0

  // Kept for the whole trial
  let plannedAnswers: [AnsweredVisit: String]
  /// The names of the answers that visits received without a crash, by the keys of the visits. After a crash, the visits of
  /// several runs can begin in another order.
  let knownAnswers: [String: String]
  /// The number of starts from which a process is considered endless.
  let startLimit: Int
  /// The visits whose steps have several answers, in the order in which they began, with their answers.
  private(set) var choices: [CrashAnswer] = []
  var outside: [any Sendable] = []
  var works: [CrashWork] = []
  var lines: [String] = []
  private(set) var violation: CrashViolation?
  /// The number of the current process, starting at 1.
  private(set) var life = 0
  /// The number of starts in the current process.
  private var startsOfLife = 0
  /// Ends the current process.
  var endProcess: @Sendable () -> Void = {}
  /// The numbers of acknowledged starts, and of acknowledged messages and commands.
  var startsAcknowledged = 0
  var actsAcknowledged = 0
  /// The indexes of the answers that were refused.
  var actsRefused: Set<Int> = []
  /// The runs that continue by another route, because work that may start only once was interrupted.
  var interrupted: Set<RunNumber> = []
  /// The number of calls that append records in the current process.
  var appends = 0
  /// The latest visits of each run, by their keys, in the order of their first starts.
  private var visits: [String: [String]] = [:]

  init(plannedAnswers: [AnsweredVisit: String], knownAnswers: [String: String], startLimit: Int) {
    self.plannedAnswers = plannedAnswers
    self.knownAnswers = knownAnswers
    self.startLimit = startLimit
  }

  /// Whether the current process has reached the limit of starts.
  var isEndless: Bool { startsOfLife >= startLimit }

  /// Whether the current process has reached half of the limit of starts.
  var isHalfway: Bool { startsOfLife >= startLimit / 2 }

  mutating func beginLife() {
    life += 1
    startsOfLife = 0
    appends = 0
    (answers, starts, acts, requirements, stepsAtMostOnce, retries, outsideCount) = ([:], [], [], [], [], [:], 0)
    lines.append(life == 1 ? "> process 1 starts" : "> process \(life) starts, after a crash")
  }

  mutating func violates(_ violation: CrashViolation) {
    if self.violation == nil { self.violation = violation }
  }

  mutating func begins(_ work: CrashWork, of step: String) {
    var work = work
    work.life = life
    lines.append("\(work.key)\(work.attempt > 1 ? ", attempt \(work.attempt)" : "")")
    check(work, step)
    works.append(work)
    startsOfLife += 1
    if isEndless { violates(endlessness(work)) }
  }

  private func endlessness(_ work: CrashWork) -> CrashViolation {
    var sentence =
      "The process has started the work of steps \(startLimit) times, and its runs don't come to an end. The latest step to start is "
      + "\(work.key)."
    if let step = answers.keys.sorted().first(where: { (answers[$0]?.count ?? 0) > 1 }), let names = answers[step] {
      sentence +=
        " A visit gets the first answer of its step, unless the explorer plays another one: set up an answer first that leads to the "
      sentence += "end (the first answer of '\(step)' is \(FlowAnswer.names(of: names)[0]))."
    }
    return CrashViolation(rule: .endless, sentence: sentence)
  }

  private mutating func check(_ work: CrashWork, _ step: String) {
    let visits = visits[work.run] ?? []
    if visits.last != work.visit {
      if visits.contains(work.visit), let last = visits.last {
        violates(
          CrashViolation(
            rule: .acknowledged,
            sentence: "\(work.visit) has started again after \(last) had started, so its record was lost (D1).",
            step: step))
      }
      self.visits[work.run, default: []].append(work.visit)
    }
    let declared = CrashStep(flow: work.flow, step: step)
    let retries = retries[declared, default: 0]
    if !work.isUndo, work.attempt > life + retries {
      violates(
        CrashViolation(
          rule: .attempts, sentence: "\(work.visit) is in attempt \(work.attempt) after \(life - 1) crashes.",
          step: step))
    }
    // A retry after a failure is meant, and starts the work again without a crash.
    if !work.isUndo, stepsAtMostOnce.contains(declared), works.count(where: { $0.key == work.key }) > retries {
      let (starts, limit) = retries == 0 ? ("twice", "once") : ("\(retries + 2) times", "\(retries + 1) times")
      violates(
        CrashViolation(
          rule: .atMostOnce,
          sentence: "The work of \(work.key) has started \(starts), and it may start at most \(limit).", step: step))
    }
  }

  /// Returns the answer to a start; nil for the step's own work.
  mutating func answer(to work: CrashWork) -> FlowAnswer? {
    guard let answers = answers[work.step] else { return nil }
    guard answers.count > 1 else { return answers.first }
    if let choice = choices.first(where: { $0.key == work.key }) { return answers[choice.picked] }
    let visit = AnsweredVisit(step: work.step, occurrence: choices.count { $0.visit.step == work.step } + 1)
    let names = FlowAnswer.names(of: answers)
    let picked = (knownAnswers[work.key] ?? plannedAnswers[visit]).flatMap { names.firstIndex(of: $0) } ?? 0
    choices.append(CrashAnswer(key: work.key, visit: visit, names: names, picked: picked))
    lines.append("  answered with \(names[picked])")
    return answers[picked]
  }
}
