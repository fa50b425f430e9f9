import FlowChains
import FlowDurable
import FlowForms
import FlowScreens
import FlowState

/// Two pages and what they fill.
enum Pages {
  struct Person: Codable, Sendable, Equatable { var name = "", email = "" }
  struct Wish: Codable, Sendable, Equatable {
    var count: Int?
    var days: [Sample.Day] = []
    var gift = false
  }

  enum ThePerson: DurableKey { typealias Value = Person }
  enum TheWish: DurableKey { typealias Value = Wish }

  static let person = FlowForm(Person(), "Who are you?") { field in
    field.text("name", \.name, "Your name")
    field.email("email", \.email, "Email").hint("We send the receipt there")
  }
  static let wish = FlowForm(Wish(), "What do you want?") { field in
    field.number("count", \.count, "How many?", from: 1, to: 9)
    field.choices("days", \.days, "Days", from: 1)
    field.toggle("gift", \.gift, "It is a gift")
  }.checking { wish in wish.gift && wish.count == 9 ? [.form("Nine is too many for a gift.")] : [] }

  /// The pages as a chain; without a presenter, for that of the context or for a worker.
  static func chain(on presenter: (any ScreenPresenter & Sendable)? = nil) -> FlowChain {
    FlowChain("order") {
      FlowStepDeclaration.form(person, identifier: "person", on: presenter).keeping(ThePerson.self).step
      FlowStepDeclaration.form(wish, identifier: "wish", on: presenter).keeping(TheWish.self).step
    }
  }

  /// Returns what the pages have filled, as one line.
  static func summary(_ context: FlowContext) -> String {
    let wish = context[TheWish.self]
    return [
      context[ThePerson.self]?.name, context[ThePerson.self]?.email, wish?.count.map { "\($0)" },
      wish?.days.map(\.rawValue).joined(separator: "+"), wish.map { "\($0.gift)" },
    ].map { $0 ?? "-" }.joined(separator: " ")
  }
}
