import FlowState
import Foundation
import StepKit

// Declarations that the comments of StepKit need.

enum StepKitErrorComments {
  static let data = exampleStepData
}

enum StepListErrorComments {
  static let data = exampleStepData
}

enum StepFlowScreenComments {
  static let data = exampleStepData
  static var session: ExamplePresenter { ExamplePresenter() }
}

enum StepNoticesComments {
  static var session: ExamplePresenter { ExamplePresenter() }
}

enum StepControlComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepFlowChangeComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepFlowViewComments {
  static let data = exampleStepData
  static func redraw() {}
  static func save(_ steps: [Step]) {}
}

enum StepInteractionComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepOfferComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepRefusalComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepStatusComments {
  static var view: StepFlowView { exampleStepFlowView() }
}

enum StepViewComments {
  static let step = Step(title: "Toast", description: "Two slices.")
}

enum TimerFaceComments {
  static var face: TimerFace { preconditionFailure("A face is only mentioned.") }
}

/// A list of one step as a server sends it.
private let exampleStepData = Data(#"[{"title": "Toast", "description": "Two slices."}]"#.utf8)

/// A list of one step.
private func exampleStepFlowView() -> StepFlowView {
  StepFlowView(steps: [Step(title: "Toast", description: "Two slices.")])
}
