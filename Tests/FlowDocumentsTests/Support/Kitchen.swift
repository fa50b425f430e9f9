import FlowDocuments
import FlowDurable
import FlowJSON
import Foundation

/// A dinner, as a document with screens of three systems.
enum Kitchen {
  struct Missing: Error, CustomStringConvertible { var description: String { "There is no such page." } }

  static let steps =
    #"[{"title":"Milk","description":"Warm it.","action":{"button":{"title":"Done","identifier":"milk"}}},"#
    + #"{"title":"Yeast","description":"Stir it in.","action":{"checkBox":{"item":{"title":"Stirred","identifier":"yeast"}}}}]"#
  static let view =
    #"{"_:component":"layout:column","children":[{"_:component":"layout:text","properties":{"text":"For @{who}"}},"#
    + #"{"_:component":"layout:button","id":"yes","properties":{"text":"Book","onPress":[{"_:action":"flow:complete","properties":{"result":{"table":"window","seats":2}}}]}},"#
    + #"{"_:component":"layout:button","id":"no","properties":{"text":"Not today","onPress":[{"_:action":"flow:finish"}]}}]}"#
  static let menu =
    #"{"title":"Menu","body":[{"id":"soup","text":{"title":"Soup"},"target":{"actions":["flow:choose"],"custom":{"cents":450}}},"#
    + #"{"id":"bread","text":{"title":"Bread"},"target":{"actions":["food:add"]}}]}"#

  static func registry(_ log: Passport.Log = Passport.Log()) -> FlowRegistry {
    var registry = Passport.registry(log)
    registry.hub(actions: ["food:add"])
    registry.loader { url in
      log.add("load \(url)")
      switch url {
      case "/dough": return Data(steps.utf8)
      case "/book": return Data(view.utf8)
      case "/menu": return Data(menu.utf8)
      case "/wrong": return Data(#"[{"title":"Milk"}]"#.utf8)
      case "/broken": return Data("[".utf8)
      case "/form":
        return Data(#"{"_:component":"layout:button","properties":{"onPress":[{"_:action":"flow:end"}]}}"#.utf8)
      default: throw Missing()
      }
    }
    return registry
  }

  /// All screens, two of them by their URL.
  static let text = Passport.document(
    #"{"id":"cook","stepkit":\#(steps),"title":"Dough"},{"id":"eat","hub":\#(menu)},"#
      + #"{"id":"book","nimbus":\#(view),"states":{"who":"@{eat.item}"}},{"id":"more","stepkit":{"url":"/dough"}},"#
      + #"{"id":"last","nimbus":{"url":"/book"},"states":{},"routes":[{"to":"end","when":"failed"}]}"#)

  static let page = #"{"id":"sorry","page":{"title":"Sorry"},"end":true}"#

  /// Returns the problems of a document of some steps.
  static func problems(_ steps: String, for registry: FlowRegistry = registry()) -> [String] {
    do {
      _ = try FlowDocument(parsing: Passport.document(steps), for: registry)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }
}
