import FlowLayout

// What the comments of FlowLayout take for granted.

enum FrameComments {
  static var layout: Layout { .text("Profile") }
  static var frame: Frame { layout.laidOut(width: 40) }
  static var element: Frame.PlacedElement { frame.elements[0] }
}

enum LayoutFocusComments {
  static var form: Layout { .element(.input("name", label: "Name", text: "Bo") { _ in }) }
}

enum LayoutComments {
  static var name: String {
    get { "Bo" }
    set {}
  }

  static func send() {}
}

enum LayoutElementComments {
  static func send() {}
}
