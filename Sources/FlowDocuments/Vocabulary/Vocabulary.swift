import FlowForms

/// The words of flow documents: one table, from which documents are checked, and their JSON Schema and their page of vocabulary are made.
struct Vocabulary: Sendable {
  /// The kind of an object of a document.
  struct Object: Sendable {
    /// The name in the schema and on the page.
    let name: String
    let meaning: String
    let members: [Member]

    var names: [String] { members.map(\.name) }

    func member(_ name: String) -> Member? { members.first { $0.name == name } }
  }

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let value: Value
    let isRequired: Bool
    let meaning: String

    init(_ name: String, _ value: Value, required: Bool = false, _ meaning: String) {
      (self.name, self.value, isRequired, self.meaning) = (name, value, required, meaning)
    }
  }

  /// The values that a member can have.
  indirect enum Value: Sendable {
    /// A string of at most this number of bytes.
    case text(upTo: Int)
    /// A text for people of at most this number of bytes, or an object with one for each language.
    case speech(upTo: Int)
    /// The tag of a language.
    case language
    /// A name that expressions can read.
    case name
    /// The name of a flow, a variant, a registered step, or a message.
    case title
    case bool
    case integer(ClosedRange<Int64>)
    case number
    case duration
    case date
    /// One of several words.
    case word([String])
    /// A word after which a route is taken, or an expression.
    case condition
    /// Any value, with expressions in its texts.
    case template
    /// An object with names of the author's choice, with expressions in its texts.
    case states
    case list(Value, atLeast: Int, upTo: Int, of: String)
    /// An object with names of the author's choice.
    case map(Value, atLeast: Int, upTo: Int, of: String)
    case object(Object)
    /// An object of the kind that has a certain member.
    case anyStep
    /// An object of the kind that its member `type` names.
    case anyField
    /// The document of a screen, or its address.
    case screen(ScreenSystem)
    /// A string that stands for itself, or an object.
    case option(Object)
  }
}

/// The objects of a document.
extension Vocabulary {
  static let document = Object(
    name: "document", meaning: "A flow document.",
    members: [
      Member("flow", .title, required: true, "The name of the flow, under which a store knows it."),
      Member("version", .integer(1...1_000_000_000), required: true, "The version of the document; a change adds 1."),
      Member(
        "steps", .list(.anyStep, atLeast: 1, upTo: DocumentLimits.steps, of: "steps"), required: true,
        "The steps, in order. The first one starts."),
      Member(
        "languages", .list(.language, atLeast: 1, upTo: DocumentLimits.languages, of: "languages"),
        "The languages of the texts for people. A text that isn't a plain string must have all of them. The first one is for people of other languages."
      ),
      Member(
        "upgrades", .list(.object(upgrade), atLeast: 0, upTo: DocumentLimits.upgrades, of: "upgrades"),
        "The conversions of values of runs of earlier versions, the earliest first."),
      Member("variants", .object(variants), "The variants of an experiment, and their orders."),
    ])

  static let upgrade = Object(
    name: "upgrade", meaning: "A conversion of the values of runs that an earlier version has stored.",
    members: [
      Member(
        "from", .integer(1...1_000_000_000), required: true,
        "The latest version whose runs it is for. Runs of this version and of earlier ones get it."),
      Member(
        "values", .states, required: true,
        "The new values by the ids of steps. Their expressions read the old values, by the ids of the old version. A value whose expressions read only values that a run hasn't is left out."
      ),
    ])

  static let variants = Object(
    name: "variants", meaning: "An experiment: each unit, such as a user, gets one variant, and always the same one.",
    members: [
      Member(
        "weights", .map(.number, atLeast: 1, upTo: DocumentLimits.variants, of: "variants"), required: true,
        "The variants by name, each with a number above zero. A variant gets units in proportion to it."),
      Member(
        "orders",
        .map(
          .list(.name, atLeast: 1, upTo: DocumentLimits.steps, of: "steps"), atLeast: 0,
          upTo: DocumentLimits.variants, of: "orders"),
        "The steps of a variant, in order. A variant without an order has all steps, in the order of the document. A step that isn't listed is reached only by a route."
      ),
    ])

  static let route = Object(
    name: "route", meaning: "A way on from a step. The first route whose condition is true is taken.",
    members: [
      Member(
        "to", .name, required: true,
        "The id of a step, `next` for the next step in the order, `back` for the previous page, or `end`."),
      Member(
        "when", .condition,
        "An expression whose value is a bool, or `late`, `failed` or `timeout`. A route without it is always taken."),
    ])

  static let retry = Object(
    name: "retry", meaning: "The attempts of a step that fails.",
    members: [
      Member("attempts", .integer(1...100), required: true, "The number of attempts, with the first one."),
      Member(
        "backoff", .duration,
        "The time before the second attempt. It doubles each time, up to a minute; none by default."),
    ])

  static let form = Object(
    name: "form", meaning: "A form that a person fills in.",
    members: [
      Member("title", .speech(upTo: 500), "The title."),
      Member(
        "fields", .list(.anyField, atLeast: 1, upTo: DocumentLimits.fields, of: "fields"), required: true,
        "The fields, in order."),
    ])

  static let page = Object(
    name: "page", meaning: "A page that a person reads.",
    members: [Member("title", .speech(upTo: 500), required: true, "The title.")])

  static let option = Object(
    name: "option", meaning: "An answer that a person can choose.",
    members: [
      Member("value", .text(upTo: 200), required: true, "The answer in expressions."),
      Member("label", .speech(upTo: 500), "The text that a person sees; the value by default."),
      Member("refusal", .speech(upTo: 500), "The sentence for a person who chooses the answer, if it isn't accepted."),
    ])

  static let address = Object(
    name: "address", meaning: "The address of a document, which the program fetches when the step starts.",
    members: [
      Member(
        "url", .text(upTo: 2_000), required: true,
        "The URL, which the program's loader receives. It can have expressions.")
    ])

  private static func screen(_ system: ScreenSystem, _ value: String, _ own: Member...) -> Object {
    Object(
      name: "\(system.rawValue) step",
      meaning:
        "A step that shows a screen of \(system.title) until the person has ended it. Its value is an object with \(value).",
      members: stepMembers(
        [
          Member(
            system.rawValue, .screen(system), required: true,
            "The document of the screen, as \(system.title) reads it, or its address.")
        ] + own + [within]))
  }

  private static let within = Member(
    "within", .duration, "The time after which a durable run waits no longer. Then the step has no value.")

  /// The kinds of steps, by the member that makes a step one of the kind.
  static let steps = [
    Object(
      name: "form step",
      meaning: "A step that a person answers. Its value is an object with the answers, by the names of the fields.",
      members: stepMembers([Member("form", .object(form), required: true, "The form."), within])),
    Object(
      name: "page step", meaning: "A step that shows a page, until the person continues. It has no value.",
      members: stepMembers([Member("page", .object(page), required: true, "The page.")])),
    Object(
      name: "use step", meaning: "A step of the program. Its value is the output of the step.",
      members: stepMembers([
        Member("use", .title, required: true, "The name under which the program has registered the step."),
        Member("with", .template, "The input of the step. Its texts can contain expressions."),
        Member("timeout", .duration, "The time that an attempt may take."),
        Member("retry", .object(retry), "The attempts."),
      ])),
    Object(
      name: "awaits step", meaning: "A step at which a durable run waits for a message. Its value is the message.",
      members: stepMembers([
        Member("awaits", .title, required: true, "The name of the message, which the program has registered."),
        Member("within", .duration, "The time after which the run waits no longer. Then the step has no value."),
      ])),
    screen(
      .stepkit,
      "`last`, the identifier or title of the last step, and `answers`, texts by the identifiers of actions and boxes",
      Member("title", .speech(upTo: 500), "The title above the list.")),
    screen(
      .nimbus, "`action`, which is `flow:complete` or `flow:finish`, and `value`, the property `result` of the action",
      Member("states", .states, "Values for the states of the screen. Their texts can contain expressions.")),
    screen(
      .hub,
      "`item`, the identifier of the chosen component, its `title`, the `action` of its target, and `data`, the target's own data"
    ),
  ]

  private static func stepMembers(_ own: [Member]) -> [Member] {
    [Member("id", .name, required: true, "The name of the step, by which routes, orders and expressions refer to it.")]
      + own + [
        Member(
          "routes", .list(.object(route), atLeast: 0, upTo: DocumentLimits.routes, of: "routes"),
          "The ways on. If none is taken, the next step in the order follows."),
        Member("end", .bool, "Whether the flow ends after the step, if no route is taken."),
        Member("final", .bool, "Whether a run can't go back past the step once it has completed."),
        Member(
          "formerly", .list(.name, atLeast: 0, upTo: DocumentLimits.upgrades, of: "names"),
          "The ids that the step had in earlier versions. Runs that stand there continue at the step, and their value is its value."
        ),
      ]
  }

  /// The member that makes a step one of a kind.
  static let stepWords = ["form", "page", "use", "awaits"] + ScreenSystem.allCases.map(\.rawValue)

  /// The objects in the order of the page.
  static var all: [Object] {
    [document] + steps + [address, route, retry, form] + fields.map(\.object) + [option, page, upgrade, variants]
  }
}
