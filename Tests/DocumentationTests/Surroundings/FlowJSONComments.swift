import FlowJSON

// Declarations that the comments of FlowJSON need.

enum JSONTypeErrorComments {
  static let document: JSONValue = ["steps": [["title": 5]]]
}

enum JSONElementComments {
  static let document: JSONValue = ["body": [["title": "Soup", "size": "small"]]]
  static var element: JSONElement { JSONElement(document)["body"][0] }
}
