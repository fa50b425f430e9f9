extension Step: Hashable {
  /// Whether the authored content is the same, whatever progress was made.
  public static func == (left: Step, right: Step) -> Bool {
    left.authored == right.authored
  }

  /// Feeds the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that is the same for equal steps, in every run of every program, and another for others.
  ///
  /// Two steps of one list may have the same: lists go by position.
  public var id: String { authored.id }
}

extension StepAction: Hashable {
  /// Whether the authored content is the same, whatever progress was made.
  public static func == (left: StepAction, right: StepAction) -> Bool {
    left.authored == right.authored
  }

  /// Feeds the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that is the same for equal actions, in every run of every program, and another for others.
  ///
  /// Two actions of one list may have the same: lists go by position.
  public var id: String { authored.id }
}

extension CheckBoxItem: Hashable {
  /// Whether the authored content is the same, whatever progress was made.
  public static func == (left: CheckBoxItem, right: CheckBoxItem) -> Bool {
    left.authored == right.authored
  }

  /// Feeds the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that is the same for equal items, in every run of every program, and another for others.
  ///
  /// Two items of one list may have the same: lists go by position.
  public var id: String { authored.id }
}

extension TimerNotification: Hashable {
  /// Whether the authored content is the same, whatever progress was made.
  public static func == (left: TimerNotification, right: TimerNotification) -> Bool {
    left.authored == right.authored
  }

  /// Feeds the authored content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(authored)
  }

  /// A text that is the same for equal notifications, in every run of every program, and another for others.
  ///
  /// Two notifications of one list may have the same: lists go by position.
  public var id: String { authored.id }
}
