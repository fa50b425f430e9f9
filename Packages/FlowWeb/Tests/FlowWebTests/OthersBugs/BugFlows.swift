import FlowChains
import FlowDurable
import FlowForms
import FlowState
import Synchronization

/// Flows in which the bugs of other libraries would show.
enum BugFlows {
  struct Amount: Codable, Sendable, Equatable { var amount = "" }
  struct Home: Codable, Sendable, Equatable {
    enum Place: String, Codable, Sendable, CaseIterable { case uk, abroad }
    var place: Place?
  }
  struct Permit: Codable, Sendable, Equatable { var number = "" }
  struct Word: Codable, Sendable, Equatable { var word: String? }
  struct Wishes: Codable, Sendable, Equatable {
    var letters = true
    var days = ["mon"]
    var text: String?
    var kind: Plan.Kind?
    var born: FormDate?
  }

  enum TheBid: DurableKey { typealias Value = Amount }
  enum TheHome: DurableKey { typealias Value = Home }
  enum ThePermit: DurableKey { typealias Value = Permit }
  enum TheWord: DurableKey { typealias Value = Word }
  enum TheWishes: DurableKey { typealias Value = Wishes }

  private static let check = FlowForm(Confirmed(), "Check your answers") { _ in }

  private static func amount(_ title: String) -> FlowForm<Amount> {
    FlowForm(Amount(), title) { field in field.text("amount", \.amount, "Amount") }
  }

  /// Two pages whose fields have one name: bid → confirm.
  static func bid() throws -> DurableFlow<Any, String> {
    let chain = FlowChain("bid") {
      FlowStepDeclaration.form(amount("What do you bid?"), identifier: "bid").keeping(TheBid.self)
      FlowStepDeclaration.form(amount("Enter it again"), identifier: "confirm")
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheBid.self) { $0[TheBid.self]?.amount }
  }

  /// A page that only some people see: home → (permit, for those abroad) → word → check.
  ///
  /// - Parameters:
  ///   - homes: Counts how often the route after the first page is chosen.
  ///   - words: Counts how often the answer to the word's page is checked. A permit and a word that are equal are refused.
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func permit(homes: Counter = Counter(), words: Counter = Counter()) throws -> DurableFlow<Any, String> {
    let home = FlowForm(Home(), "Where do you live?") { field in
      field.choice("place", \.place, "Place", isRequired: true)
    }
    let permit = FlowForm(Permit(), "Your permit") { field in field.text("number", \.number, "Number") }
    let word = FlowForm(Word(), "A word") { field in field.text("word", \.word, "Word") }
    let chain = FlowChain("permit") {
      FlowStepDeclaration.form(home, identifier: "home").keeping(TheHome.self)
        .branching(["abroad": .next, "uk": .step("word")]) { answer in
          homes.increment()
          return answer?.value.place == .abroad ? "abroad" : "uk"
        }
      FlowStepDeclaration.form(permit, identifier: "permit").keeping(ThePermit.self)
      FlowStepDeclaration.form(word, identifier: "word").keeping(TheWord.self)
        .checking { answer, values in
          words.increment()
          if let number = try values[ThePermit.self]?.number, number == answer.value.word {
            throw AnswerRefused(["word": "Enter a word that isn't the number of your permit."])
          }
        }
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheHome.self, ThePermit.self, TheWord.self) {
      let values = [$0[TheHome.self]?.place?.rawValue, $0[ThePermit.self]?.number, $0[TheWord.self]?.word]
      return values.map { $0 ?? "-" }.joined(separator: "/")
    }
  }

  /// A page with each kind of choice, whose first value has some chosen: wishes → check.
  static func wishes() throws -> DurableFlow<Any, String> {
    let wishes = FlowForm(Wishes(), "What do you wish?") { field in
      field.toggle("letters", \.letters, "Send me letters")
      field.choices("days", \.days, "Days", options: [.init("mon", "Monday"), .init("fri", "Friday")])
      field.text("text", \.text, "Text", lines: 3)
      field.choice("kind", \.kind, "Plan")
      field.date("born", \.born, "Date of birth")
    }
    let chain = FlowChain("wishes") {
      FlowStepDeclaration.form(wishes, identifier: "wishes").keeping(TheWishes.self)
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheWishes.self) { _ in "done" }
  }

  /// A transfer of money: amount → authorize → transfer, which is final → receipt.
  static func transfer(_ works: Works) throws -> DurableFlow<Any, String> {
    let transfer = FlowStepDeclaration(Amount.self, Void.self, identifier: "transfer") { _, _ in
      try await works.perform("transfer")
    }
    .taking(TheBid.self).final()
    let chain = FlowChain("transfer") {
      FlowStepDeclaration.form(amount("How much?"), identifier: "amount").keeping(TheBid.self)
      FlowStepDeclaration.form(
        FlowForm(Permit(), "Your code") { $0.text("number", \.number, "Code") }, identifier: "code")
      transfer
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Your receipt") { _ in }, identifier: "receipt").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: TheBid.self) { $0[TheBid.self]?.amount }
  }

  /// A file, and a word that isn't optional: photo → word.
  static func photo() throws -> DurableFlow<Any, String> {
    struct Photo: Codable, Sendable { var photo: FormFile?, title = "" }
    let photo = FlowForm(Photo(), "Your photo") { field in
      field.file("photo", \.photo, "Photo", maximumSize: 100)
      field.text("title", \.title, "Title")
    }
    let chain = FlowChain("photo") {
      FlowStepDeclaration.form(photo, identifier: "photo")
      FlowStepDeclaration.form(FlowForm(Word(), "A word") { $0.text("word", \.word, "Word") }, identifier: "word")
    }
    return try DurableFlow(chain, Any.self, String.self) { _ in "done" }
  }
}

/// A number that tests count up.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func increment() { count.withLock { $0 += 1 } }
}

extension Visitor {
  /// The page at which the journey stands.
  func standing() async throws -> Reply { try await follow(try await get(path())) }

  /// Sends the form of a page a number of times at once.
  func answer(_ page: Reply, _ fields: [(String, String)], times: Int) async throws -> [Reply] {
    try await withThrowingTaskGroup(of: Reply.self) { group in
      for _ in 0..<times { group.addTask { try await self.answer(page, fields) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
