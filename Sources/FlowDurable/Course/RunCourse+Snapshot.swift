import FlowJSON
import FlowState
import Foundation

/// Conversion between a course and the state of a snapshot.
extension RunCourse {
  /// A record with the state that the run needs to continue.
  var snapshot: FlowRecord {
    var state: JSONObject = ["flow": .string(flow), "steps": .integer(Int64(settledSteps)), "base": base.json]
    state["key"] = key.map { .string($0) }
    if reusesKey { state["reused"] = true }
    state["content"] = content
    if !assignments.isEmpty { state["assignments"] = try? ValueCoder.encode(assignments) }
    state["position"] = position.map { .string($0) }
    state["former"] = formerPosition.map { .string($0) }
    state["counts"] = .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0, .integer(Int64($1))) }))
    if firstVisits > 0 { state["first"] = .integer(Int64(firstVisits)) }
    state["values"] = .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0, $1.json) }))
    state["visits"] = .array(visits.map(\.json))
    state["started"] = started.map { .integer(Int64($0)) }
    if let wait {
      state["wait"] = FlowRecord(.waiting(wait)).json
    }
    state["began"] = began.map { .integer($0.milliseconds) }
    if firstBegan != began { state["born"] = firstBegan.map { .integer($0.milliseconds) } }
    if isLimitPassed { state["limit"] = true }
    if let failedAttempt { state["failed"] = failedAttempt.json }
    state["draft"] = latestDraft
    if !proposals.isEmpty {
      state["proposals"] = .object(JSONObject(proposals.sorted { $0.key < $1.key }.map { ($0, $1.json) }))
    }
    if let refusal { state["refused"] = refusal.json }
    if !counted.isEmpty { state["counted"] = .array(counted.map { .integer(Int64($0)) }) }
    if isTouched { state["touched"] = true }
    if let undoing { state["undoing"] = undoing.json }
    if let parked { state["parked"] = .string(parked) }
    if isComplete { state["complete"] = true }
    if hasBegun { state["begun"] = true }
    return FlowRecord(.snapshot(.init(.object(state), step: position)))
  }

  mutating func restore(_ state: JSONElement) throws(JSONTypeError) {
    flow = try state["flow"].string()
    settledSteps = try state["steps"].count()
    base = try Entrance(state["base"])
    key = try state["key"].ifPresent { value throws(JSONTypeError) in try value.string() }
    reusesKey = state["reused"].value == true
    content = state["content"].value
    assignments = []
    if let stored = state["assignments"].value {
      do { assignments = try ValueCoder.decode([VariantAssignment].self, from: stored) } catch {
        throw JSONTypeError(at: state["assignments"].location, expected: "assignments", found: error.placeWithoutValue)
      }
    }
    position = try state["position"].ifPresent { value throws(JSONTypeError) in try value.string() }
    formerPosition = try state["former"].ifPresent { value throws(JSONTypeError) in try value.string() }
    counts = [:]
    for (name, element) in try state["counts"].members() { counts[name] = try element.count() }
    firstVisits = try state["first"].ifPresent { value throws(JSONTypeError) in try value.count() } ?? 0
    values = [:]
    for (name, element) in try state["values"].members() { values[name] = try KeptValue(element) }
    visits = VisitList()
    for element in try state["visits"].array() { visits.append(try Visit(element)) }
    started = try state["started"].ifPresent { value throws(JSONTypeError) in try value.count() }
    wait = nil
    if let stored = state["wait"].value, case .waiting(let waiting) = try FlowRecord(json: stored).body {
      wait = waiting
    }
    began = try state["began"].ifPresent { value throws(JSONTypeError) in StoreTime(milliseconds: try value.integer()) }
    let born = try state["born"].ifPresent { value throws(JSONTypeError) in try value.integer() }
    firstBegan = born.map { StoreTime(milliseconds: $0) } ?? began
    isLimitPassed = state["limit"].value == true
    failedAttempt = try state["failed"].ifPresent { value throws(JSONTypeError) in try .init(value) }
    latestDraft = state["draft"].value
    proposals = [:]
    if state["proposals"].value != nil {
      for (name, element) in try state["proposals"].members() { proposals[name] = try Proposal(element) }
    }
    refusal = state["refused"].value.map { Refusal(json: $0) }
    counted = []
    if state["counted"].value != nil {
      for element in try state["counted"].array() { counted.append(Int(clamping: try element.integer())) }
    }
    isTouched = state["touched"].value == true
    undoing = try state["undoing"].ifPresent { value throws(JSONTypeError) in try Undoing(value) }
    parked = try state["parked"].ifPresent { value throws(JSONTypeError) in try value.string() }
    isComplete = state["complete"].value == true
    hasBegun = state["begun"].value == true
  }
}

extension FlowRecord {
  /// The names of the members in ``others`` that describe the course of the run, and contain no values.
  package static let membersOfCourse: Set<String> = [
    RunCourse.undoable, RunCourse.begins, RunCourse.isInterrupted, RunCourse.interrupts, RunCourse.earlierVisit,
    RunCourse.passesLimit,
  ]
  /// The names of the members in ``others`` that have an answer of a person, with values beside what describes the course.
  package static let membersOfAnswers: Set<String> = [RunCourse.answer, RunCourse.refused, RunCourse.change]
}

extension KeptValue {
  fileprivate var json: JSONValue { ["version": .integer(Int64(version)), "value": value] }

  fileprivate init(_ element: JSONElement) throws(JSONTypeError) {
    self.init(try element["value"].requiredValue(), version: Int(try element["version"].integer()))
  }
}

extension RecordedFailure {
  fileprivate var state: JSONValue {
    var json: JSONObject = ["type": .string(type), "text": .string(text)]
    json["value"] = value
    return .object(json)
  }

  fileprivate init(state: JSONElement) throws(JSONTypeError) {
    self.init(type: try state["type"].string(), text: try state["text"].string(), value: state["value"].value)
  }
}

extension RunCourse.Entrance {
  fileprivate var json: JSONValue {
    switch self {
    case .content: return "content"
    case .result(let result, let step):
      var json: JSONObject = ["of": .string(step)]
      json["result"] = result
      return .object(json)
    case .failure(let failure, let step): return ["of": .string(step), "failure": failure.state]
    }
  }

  fileprivate init(_ element: JSONElement) throws(JSONTypeError) {
    if element.value == "content" {
      self = .content
    } else if element["failure"].value != nil {
      self = .failure(try RecordedFailure(state: element["failure"]), of: try element["of"].string())
    } else {
      self = .result(element["result"].value, of: try element["of"].string())
    }
  }
}

extension RunCourse.Visit {
  fileprivate var json: JSONValue {
    var json: JSONObject = ["step": .string(step), "number": .integer(Int64(number)), "left": left.json]
    if !old.isEmpty {
      json["old"] = .object(JSONObject(old.sorted { $0.key < $1.key }.map { ($0, $1?.json ?? .null) }))
    }
    if isUndoable { json["undoable"] = true }
    if isInterrupted { json["interrupted"] = true }
    if !isPlace { json["open"] = true }
    json["answer"] = answer?.json
    return .object(json)
  }

  fileprivate init(_ element: JSONElement) throws(JSONTypeError) {
    var old: [String: KeptValue?] = [:]
    if element["old"].value != nil {
      for (name, value) in try element["old"].members() {
        old.updateValue(value.isAbsent ? nil : try KeptValue(value), forKey: name)
      }
    }
    self.init(
      step: try element["step"].string(), number: try element["number"].count(),
      left: try RunCourse.Entrance(element["left"]), old: old, isUndoable: element["undoable"].value == true,
      isInterrupted: element["interrupted"].value == true, isPlace: element["open"].value != true,
      answer: element["answer"].value.map { RunCourse.Answer(JSONElement($0)) })
  }
}

extension RunCourse.Visit {
  /// Reads a visit that a command interrupts.
  init(interrupted element: JSONElement, _ entrance: RunCourse.Entrance) throws(JSONTypeError) {
    self.init(
      step: try element["step"].string(), number: try element["visit"].count(), left: entrance, isInterrupted: true,
      isPlace: false)
  }
}

extension RunCourse.Undoing {
  fileprivate var json: JSONValue {
    var json: JSONObject = ["kept": .integer(Int64(kept)), "failures": .integer(Int64(failures))]
    json["reached"] = reached.map { .string($0) }
    json["answer"] = answer?.json
    if keepsLater { json["keeps"] = true }
    switch aim {
    case .step: json["aim"] = "step"
    case .cancelled: json["aim"] = "cancelled"
    case .failed(let failure, let step):
      json["aim"] = "failed"
      json["failure"] = failure.state
      json["of"] = step.map { .string($0) }
    }
    return .object(json)
  }

  fileprivate init(_ element: JSONElement) throws(JSONTypeError) {
    let aim: RunCourse.Aim
    switch try element["aim"].string() {
    case "step": aim = .step
    case "cancelled": aim = .cancelled
    case "failed":
      let step = try element["of"].ifPresent { value throws(JSONTypeError) in try value.string() }
      aim = .failed(try RecordedFailure(state: element["failure"]), of: step)
    default: throw element["aim"].mismatch("\"step\", \"cancelled\" or \"failed\"")
    }
    self.init(
      kept: try element["kept"].count(), aim: aim, failures: try element["failures"].count(),
      reached: try element["reached"].ifPresent { value throws(JSONTypeError) in try value.string() },
      answer: try element["answer"].ifPresent { value throws(JSONTypeError) in try RunCourse.Proposal(value) },
      keepsLater: element["keeps"].value == true)
  }
}

extension JSONElement {
  /// Returns the element as a count that can be incremented without overflow.
  fileprivate func count() throws(JSONTypeError) -> Int { Int(try integer(in: 0...Int64(Int32.max))) }
}
