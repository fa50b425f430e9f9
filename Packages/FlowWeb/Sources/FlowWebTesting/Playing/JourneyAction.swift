/// One thing that a person, a stranger, or the machine does in a sequence of a ``JourneyExplorer``.
///
/// Its text is what ``JourneyExplorer/replay(_:)`` takes:
///
/// ```swift
/// let actions = [JourneyAction("A start"), JourneyAction("A send 1"), JourneyAction("kill")].compactMap { $0 }
/// ```
public struct JourneyAction: Sendable, Hashable, LosslessStringConvertible {
  enum Kind: Sendable, Hashable {
    /// Opens the start page, or where it leads on to.
    case open
    /// Opens the start page, and sends it.
    case start
    /// Sends the page: as shown with 0, else with an answer of the list.
    case send(Int)
    /// Follows a link of the page, from 1.
    case link(Int)
    /// Shows the page before, as it was.
    case back
    case reload
    /// Sends once more what was sent last.
    case resend
    /// Clicks twice.
    case twice(Int)
    /// Leaves the journey.
    case leave
    /// Sends the page without a hidden field, from 1.
    case drop(Int)
    /// Sends the page to the address of another step, or of one that isn't there.
    case elsewhere
    /// A stranger opens and sends the page.
    case stranger(Stranger)
    /// Sends the page; the server dies before it has stored a number of records of the work that follows, plus one.
    case die(Int, stored: Int)
  }

  /// The cookies that a stranger has.
  enum Stranger: Int, Sendable, Hashable, CaseIterable {
    case none = 1
    /// Those of a start page of the stranger's own.
    case own
    /// Those of the person with another last character.
    case altered
    /// Those of a start page of the stranger's own, from which the stranger starts a journey first.
    case starting

    var words: String {
      switch self {
      case .none: "without cookies"
      case .own: "with cookies of another start page"
      case .altered: "with a guessed cookie"
      case .starting: "who has started, too,"
      }
    }
  }

  enum Actor: Sendable, Hashable {
    case tab(Int, Kind)
    /// Both tabs send at once, each with an answer.
    case race(Int, Int)
    /// A stranger's cookies are put into the browser.
    case plant
    /// Time passes until something is due.
    case wait
    case kill
  }

  let actor: Actor

  init(_ actor: Actor) { self.actor = actor }

  init(_ tab: Int, _ kind: Kind) { actor = .tab(tab, kind) }

  static let tabNames = ["A", "B"]

  /// Creates an action from its text.
  ///
  /// - Parameter description: The text, such as `A send 1`; nil results from any other text.
  public init?(_ description: String) {
    let words = description.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    let numbers = words.dropFirst(first.count == 1 ? 2 : 1).compactMap { Int($0) }
    switch (first, numbers.count) {
    case ("kill", 0): self.init(.kill)
    case ("wait", 0): self.init(.wait)
    case ("plant", 0): self.init(.plant)
    case ("race", 2): self.init(.race(numbers[0], numbers[1]))
    default:
      guard let tab = Self.tabNames.firstIndex(of: first), words.count > 1,
        let kind = Self.kind(words[1], numbers)
      else { return nil }
      self.init(tab, kind)
    }
    guard self.description == description else { return nil }
  }

  private static func kind(_ word: String, _ numbers: [Int]) -> Kind? {
    switch (word, numbers.count) {
    case ("open", 0): .open
    case ("start", 0): .start
    case ("back", 0): .back
    case ("reload", 0): .reload
    case ("resend", 0): .resend
    case ("leave", 0): .leave
    case ("elsewhere", 0): .elsewhere
    case ("send", 1): .send(numbers[0])
    case ("twice", 1): .twice(numbers[0])
    case ("link", 1): .link(numbers[0])
    case ("drop", 1): .drop(numbers[0])
    case ("stranger", 1): Stranger(rawValue: numbers[0]).map { .stranger($0) }
    case ("die", 2): .die(numbers[0], stored: numbers[1])
    default: nil
    }
  }

  /// The text of the action.
  public var description: String {
    switch actor {
    case .kill: return "kill"
    case .wait: return "wait"
    case .plant: return "plant"
    case .race(let first, let second): return "race \(first) \(second)"
    case .tab(let tab, let kind):
      let words =
        switch kind {
        case .open: "open"
        case .start: "start"
        case .back: "back"
        case .reload: "reload"
        case .resend: "resend"
        case .leave: "leave"
        case .elsewhere: "elsewhere"
        case .send(let choice): "send \(choice)"
        case .twice(let choice): "twice \(choice)"
        case .link(let number): "link \(number)"
        case .drop(let number): "drop \(number)"
        case .stranger(let stranger): "stranger \(stranger.rawValue)"
        case .die(let choice, let stored): "die \(choice) \(stored)"
        }
      return "\(Self.tabNames[tab]) \(words)"
    }
  }

  /// The action with the other tab.
  var tab: Int? {
    if case .tab(let tab, _) = actor { tab } else { nil }
  }
}

extension [JourneyAction] {
  /// The text of the sequence, as a replay takes it.
  var text: String { map(\.description).joined(separator: ", ") }
}
