import FlowJSON

/// A system whose screens a step can show.
enum ScreenSystem: String, Sendable, CaseIterable {
  case stepkit, nimbus, hub

  /// The name of the system in sentences.
  var title: String {
    switch self {
    case .stepkit: "StepKit"
    case .nimbus: "Nimbus"
    case .hub: "Hub"
    }
  }

  /// A document of the system in words.
  var document: String {
    switch self {
    case .stepkit: "an array of steps"
    case .nimbus: "an object with \"_:component\""
    case .hub: "an object or an array of components"
    }
  }

  /// A document of the system or its address, in words.
  var expected: String { "\(document), or an object with \"url\"" }

  /// Whether a value is a document of the system, as far as its root shows. An object with `url` is an address instead.
  func isDocument(_ value: JSONValue?) -> Bool {
    switch (self, value) {
    case (.stepkit, .array), (.hub, .array): true
    case (.nimbus, .object(let members)): members["url"] == nil && members["_:component"] != nil
    case (.hub, .object(let members)): members["url"] == nil
    default: false
    }
  }
}

/// A screen of a step.
struct ScreenContent: Sendable {
  /// The origin of its document.
  enum Source: Sendable {
    case inline(JSONValue)
    /// An address, which can have expressions.
    case url(String)
  }

  let system: ScreenSystem
  let source: Source
  /// The title above a list of StepKit.
  let title: DocumentSpeech
  /// The states of a Nimbus screen, with expressions.
  let states: JSONObject

  /// Whether the document is fetched when the step starts, which can fail.
  var isFetched: Bool { if case .url = source { true } else { false } }
}
