import Foundation

/// The authored parts of a value, without the user's progress.
///
/// Equality and the id are both computed from the parts. The meaning of each part depends on the parts before it.
struct AuthoredContent: Hashable {
  var parts: [String?]

  init(_ parts: [String?]) {
    self.parts = parts
  }

  /// The parts as one text. The length of each part precedes it, so that different parts never form the same text.
  var id: String {
    let text = parts.map { part in
      // Canonically equivalent strings are equal in Swift, so they need equal ids.
      guard let part = part?.precomposedStringWithCanonicalMapping else { return "-" }
      return "\(part.utf8.count):\(part)"
    }
    return Data(text.joined(separator: ",").utf8).base64EncodedString()
  }
}

extension TimerNotification {
  var authored: AuthoredContent { AuthoredContent([title, subtitle]) }
}

extension CheckBoxItem {
  var authored: AuthoredContent { AuthoredContent([title, identifier]) }
}

extension StepAction {
  var authored: AuthoredContent {
    AuthoredContent([kind.rawValue] + authoredParts)
  }

  private var authoredParts: [String?] {
    switch self {
    case .button(let title, _, let identifier): [title, identifier]
    case .checkBox(let item): item.authored.parts
    case .checkBoxGroup(let items): items.flatMap(\.authored.parts)
    case .timer(let seconds, _, let identifier, let notification):
      [String(seconds == 0 ? 0 : seconds), identifier] + (notification?.authored.parts ?? [])
    case .customTimer(let identifier, let notification, _, _, _):
      [identifier] + (notification?.authored.parts ?? [])
    case .stepper(let total, let title, _, _): [String(total), title]
    }
  }
}

extension Step {
  var authored: AuthoredContent {
    AuthoredContent([title, subtitle, description] + action.authored.parts)
  }
}
