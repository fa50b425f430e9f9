import FlowDurable
import FlowForms
import FlowScreens
import FlowState
import Foundation

// Declarations that the comments of FlowForms use.

struct FormDelivery: Codable, Sendable {
  var name = "", email = ""
  var note: String?
}

let formOfDelivery = FlowForm(FormDelivery(), "Where does it go?") { field in
  field.text("name", \.name, "Your name")
  field.email("email", \.email, "Email address")
}

enum FlowFormComments {
  typealias Delivery = FormDelivery
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
  static var asksForEmail: Bool { true }
}

enum FormOutlineComments {
  typealias Delivery = FormDelivery
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
  static var field: FormOutline.Field { formOfDelivery.outline.fields[0] }
}

enum FormAnswerComments {
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
}

enum FormFieldComments {
  typealias Delivery = FormDelivery
}

enum FormEntry_PostedComments {
  static var form: FlowForm<FormDelivery> { formOfDelivery }
}

enum FormFileComments {
  static var folder: FileFolder { FileFolder("files") }
  static var bytes: Data { Data() }
  static var entry: FormEntry {
    get { [:] }
    set {}
  }
}

enum FormProblemComments {
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
  static var entry: FormEntry { [:] }
  static var problem: FormProblem { .form("Enter something else.") }
}

enum FormNumberComments {
  struct Party: Codable, Sendable { var guests = 1 }
}

enum AnyFormComments {
  static var order: DurableFlow<Any, String> { preconditionFailure("The flow is only mentioned.") }
}

enum FileFolderComments {
  static var bytes: Data { Data() }
  static var error: any Error { FileFolderError.unreadable("a") }
}

enum FormScreenComments {
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
  static var presenter: any ScreenPresenter { ExamplePresenter() }
}

enum FormPresenterComments {
  static var pages: Flow<Any, Void> { preconditionFailure("The flow is only mentioned.") }
  static var presenter: any ScreenPresenter { ExamplePresenter() }
}

enum FlowStepDeclaration_FormComments {
  typealias Delivery = FormDelivery
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
}

enum DurableRun_FormComments {
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
  static var run: DurableRun<Any, String> { preconditionFailure("The run is only mentioned.") }
}

enum FlowContext_PresenterComments {
  typealias Delivery = FormDelivery
  static var delivery: FlowForm<FormDelivery> { formOfDelivery }
}
