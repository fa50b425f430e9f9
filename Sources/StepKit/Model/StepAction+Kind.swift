extension StepAction {
  /// The cases, with their names in JSON as raw values.
  enum Kind: String, CaseIterable {
    case button, checkBox, checkBoxGroup, timer, customTimer, stepper

    /// The kind in words, with its article.
    var noun: String {
      switch self {
      case .button: "a button"
      case .checkBox: "a check box"
      case .checkBoxGroup: "a group of check boxes"
      case .timer: "a timer"
      case .customTimer: "a custom timer"
      case .stepper: "a stepper"
      }
    }
  }

  var kind: Kind {
    switch self {
    case .button: .button
    case .checkBox: .checkBox
    case .checkBoxGroup: .checkBoxGroup
    case .timer: .timer
    case .customTimer: .customTimer
    case .stepper: .stepper
    }
  }
}
