extension FlowSchedule {
  /// An act of a schedule, with the moment at which it happens.
  ///
  /// ```swift
  /// let schedule = FlowSchedule([.event("Download", 1, way: "failure"), .cancel.at("Edit", 1)])
  /// print(schedule)  // Download#1: failure, cancel at Edit#1
  /// ```
  public struct Choice: Sendable, Hashable, CustomStringConvertible {
    /// An act that a schedule can choose.
    public enum Act: Sendable, Hashable {
      /// Delivers the message that has waited longest on a queue, which is counted from 1.
      case deliver(queue: Int)
      /// Advances the clock to one of the waiting timers, counted from 1 in the order of their times.
      case timer(Int)
      /// Cancels a run, counted from 1 in the order of their starts.
      case cancel(run: Int)
      /// Lets an event happen, identified by its name and its number, counted from 1.
      ///
      /// If the event can happen in several ways, `way` names one; nil stands for the first way.
      case event(_ name: String, _ occurrence: Int, way: String?)
      /// Crashes the process of a durable run. Only a `CrashExplorer` plays this act.
      case crash(CrashPoint)
    }

    /// The beginning or the end of a step's work, during which an act can happen.
    public struct Moment: Sendable, Hashable {
      /// The name of the step.
      public let step: String
      /// The number of the start among the starts of the step, counted from 1.
      public let start: Int
      /// A Boolean value that indicates whether the step's work has executed, and the run continues next.
      ///
      /// Otherwise, the work is about to execute.
      public let isAtEnd: Bool

      /// Creates the moment at which the work of a step begins.
      ///
      /// - Parameters:
      ///   - step: The name of the step.
      ///   - start: The number of the start, counted from 1.
      public init(step: String, start: Int) {
        self.step = step
        self.start = start
        isAtEnd = false
      }

      /// Creates the moment at which the work of a step ends.
      ///
      /// - Parameters:
      ///   - step: The name of the step.
      ///   - start: The number of the start, counted from 1.
      public init(atEndOf step: String, start: Int) {
        self.step = step
        self.start = start
        isAtEnd = true
      }

      /// The end of the same start.
      var atEnd: Moment { Moment(atEndOf: step, start: start) }
    }

    /// The act.
    public let act: Act
    /// The start of a step during which the act happens; nil if it happens while no code of a run executes.
    public let moment: Moment?

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - act: The act.
    ///   - moment: The start of a step during which the act happens; nil if it happens while no code of a run executes.
    public init(_ act: Act, at moment: Moment? = nil) {
      self.act = act
      self.moment = moment
    }

    /// Delivers the message that has waited longest on the first queue.
    public static let deliver = Choice(.deliver(queue: 1))
    /// Advances the clock to the next timer.
    public static let timer = Choice(.timer(1))
    /// Cancels the first run.
    public static let cancel = Choice(.cancel(run: 1))

    /// Returns a choice that lets an event happen.
    ///
    /// - Parameters:
    ///   - name: The name of the event.
    ///   - occurrence: The number of the event among the events of this name, counted from 1.
    ///   - way: The name of the way in which it happens; nil for the first way.
    /// - Returns: The choice.
    public static func event(_ name: String, _ occurrence: Int, way: String? = nil) -> Choice {
      Choice(.event(name, occurrence, way: way))
    }

    /// Returns the same choice at a start of a step.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - start: The number of the start, counted from 1.
    /// - Returns: The choice.
    public func at(_ step: String, _ start: Int) -> Choice {
      Choice(act, at: Moment(step: step, start: start))
    }

    /// Returns the same choice at the end of a start of a step.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - start: The number of the start, counted from 1.
    /// - Returns: The choice.
    public func atEnd(of step: String, _ start: Int) -> Choice {
      Choice(act, at: Moment(atEndOf: step, start: start))
    }

    /// The choice in the format of a schedule.
    public var description: String {
      guard let moment else { return act.text }
      let end = moment.isAtEnd ? "the end of " : ""
      return "\(act.text) at \(end)\(ScheduleScanner.written(moment.step))#\(moment.start)"
    }
  }
}

extension FlowSchedule.Choice.Act {
  fileprivate var text: String {
    switch self {
    case .deliver(let queue): Self.numbered("deliver", queue)
    case .timer(let number): Self.numbered("timer", number)
    case .cancel(let run): Self.numbered("cancel", run)
    case .event(let name, let occurrence, let way):
      ScheduleScanner.written(name) + "#\(occurrence)" + (way.map { ": " + ScheduleScanner.written($0) } ?? "")
    case .crash(let point): point.description
    }
  }

  private static func numbered(_ word: String, _ number: Int) -> String {
    number == 1 ? word : "\(word) \(number)"
  }
}
