extension Step: Hashable {
  /// Returns whether two steps have the same authored content. Progress is ignored.
  public static func == (left: Step, right: Step) -> Bool {
    left.authored == right.authored
  }

  /// Hashes the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that identifies the authored content. Equal steps have the same id in every process; other steps have
  /// another id.
  ///
  /// The id is not unique within a list, because a list may contain equal steps. Positions distinguish them.
  public var id: String { authored.id }
}

extension StepAction: Hashable {
  /// Returns whether two actions have the same authored content. Progress is ignored.
  public static func == (left: StepAction, right: StepAction) -> Bool {
    left.authored == right.authored
  }

  /// Hashes the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that identifies the authored content. Equal actions have the same id in every process; other actions have
  /// another id.
  ///
  /// The id is not unique within a list, because a list may contain equal actions. Positions distinguish them.
  public var id: String { authored.id }
}

extension CheckBoxItem: Hashable {
  /// Returns whether two items have the same authored content. Progress is ignored.
  public static func == (left: CheckBoxItem, right: CheckBoxItem) -> Bool {
    left.authored == right.authored
  }

  /// Hashes the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that identifies the authored content. Equal items have the same id in every process; other items have
  /// another id.
  ///
  /// The id is not unique within a list, because a list may contain equal items. Positions distinguish them.
  public var id: String { authored.id }
}

extension TimerNotification: Hashable {
  /// Returns whether two notifications are equal.
  public static func == (left: TimerNotification, right: TimerNotification) -> Bool {
    left.authored == right.authored
  }

  /// Hashes the title and the subtitle.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that identifies the notification. Equal notifications have the same id in every process; others have
  /// another id.
  ///
  /// The id is not unique within a list, because a list may contain equal notifications. Positions distinguish them.
  public var id: String { authored.id }
}
