import Testing

@testable import FlowState

/// Every interleaving of threads that complete one handler and the queue that attaches it and takes the completion.
struct TicketInterleavingTests {
  @Test("one completion is delivered and the others are counted, whoever comes first", arguments: 1...4)
  func everyInterleaving(completers: Int) throws {
    let first = Model(completers: completers)
    var seen: Set<Model> = [first]
    var open = [first]
    var ends = 0
    while let model = open.popLast() {
      try #require(model.isSound, "\(model)")
      let successors = model.successors()
      if successors.isEmpty {
        ends += 1
        try #require(model.isFinished, "stuck: \(model)")
        try #require(model.deliveries == 1, "\(model)")
        try #require(model.extras == completers - 1, "\(model)")
      }
      for next in successors where seen.insert(next).inserted { open.append(next) }
    }
    #expect(ends > 0)
  }
}

/// The threads at one moment; each step of a thread is one atomic operation, or one access to what the ticket guards.
private struct Model: Hashable {
  enum Completer: Hashable {
    case ready
    case storingEarly
    case publishing
    case storing
    case posting
    case reporting
    case done
  }

  enum Receiver: Hashable {
    case attaching
    case waiting
    case taking
    case done
  }

  private var word = Ticket().word
  private var completers: [Completer]
  private var receiver = Receiver.attaching
  /// Completions that are on their way to the queue.
  private var mail = 0
  private var hasReport = false
  private(set) var deliveries = 0
  private(set) var extras = 0

  init(completers count: Int) {
    completers = Array(repeating: .ready, count: count)
  }

  var isFinished: Bool { receiver == .done && completers.allSatisfy { $0 == .done } }

  /// At most one thread touches the report, and the queue takes it when it is there.
  var isSound: Bool {
    let writers = completers.count { $0 == .storing || $0 == .storingEarly }
    let readers = receiver == .taking || (receiver == .waiting && mail > 0) ? 1 : 0
    return writers + readers <= 1 && mail <= 1 && (readers == 0 || hasReport)
  }

  func successors() -> [Model] {
    completers.indices.compactMap { after($0) } + [afterReceiver()].compactMap { $0 }
  }

  private func changed(_ body: (inout Model) -> Void) -> Model {
    var copy = self
    body(&copy)
    return copy
  }

  private mutating func transition<Action>(_ body: (inout Ticket) -> Action) -> Action {
    var ticket = Ticket(word: word)
    defer { word = ticket.word }
    return body(&ticket)
  }

  private func after(_ index: Int) -> Model? {
    changed { model in
      switch model.completers[index] {
      case .ready:
        switch model.transition({ $0.complete() }) {
        case .store: model.completers[index] = .storingEarly
        case .deliver: model.completers[index] = .storing
        case .ignore: model.completers[index] = .done
        case .report: model.completers[index] = .reporting
        case .again: break
        }
      case .storingEarly:
        model.hasReport = true
        model.completers[index] = .publishing
      case .publishing:
        model.completers[index] = model.transition { $0.publish() } ? .posting : .done
      case .storing:
        model.hasReport = true
        model.completers[index] = .posting
      case .posting:
        model.mail += 1
        model.completers[index] = .done
      case .reporting:
        model.transition { $0.reported() }
        model.extras += 1
        model.completers[index] = .done
      case .done: break
      }
    }.differing(from: self)
  }

  private func afterReceiver() -> Model? {
    changed { model in
      switch model.receiver {
      case .attaching:
        model.receiver = model.transition { $0.attach() } == .take ? .taking : .waiting
      case .waiting:
        guard model.mail > 0 else { return }
        model.mail -= 1
        model.take()
      case .taking:
        model.take()
      case .done: break
      }
    }.differing(from: self)
  }

  private mutating func take() {
    extras += Int(transition { $0.deliver() })
    deliveries += 1
    receiver = .done
  }

  private func differing(from other: Model) -> Model? { self == other ? nil : self }
}
