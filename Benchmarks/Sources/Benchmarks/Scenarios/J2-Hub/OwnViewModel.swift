import Foundation

/// J2's document, as types written by hand for it.
struct OwnViewModel: Decodable {
  let id: String
  let title: String
  let body: [OwnComponentModel]
}

struct OwnComponentModel: Decodable {
  struct Component: Decodable {
    let id: String
    let category: String
  }

  struct Text: Decodable {
    let title: String?
    let subtitle: String?
    let accessory: String?
    let description: String?
  }

  struct Images: Decodable {
    let main: Image?
    let background: Image?
  }

  struct Image: Decodable {
    let uri: URL?
    let placeholder: String?
  }

  struct Target: Decodable {
    let uri: URL?
    let actions: [String]?
  }

  struct Metadata: Decodable {
    let rank: Int
    let vegetarian: Bool
  }

  let id: String
  let component: Component
  let text: Text?
  let images: Images?
  let target: Target?
  let metadata: Metadata?

  /// A number that is wrong as soon as one of the members is.
  var check: Int {
    var sum = id.utf8.count &+ (text?.title?.utf8.count ?? 0) &+ (text?.subtitle?.utf8.count ?? 0)
    sum = sum &+ (text?.accessory?.utf8.count ?? 0) &+ (images?.main?.uri?.absoluteString.utf8.count ?? 0)
    sum = sum &+ (images?.main?.placeholder?.utf8.count ?? 0) &+ (target?.uri?.absoluteString.utf8.count ?? 0)
    // The name of an action, without its namespace.
    for action in target?.actions ?? [] { sum = sum &+ (action.split(separator: ":").last?.utf8.count ?? 0) }
    return sum &+ (metadata?.rank ?? 0) &+ (metadata?.vegetarian == true ? 1 : 0)
  }
}
