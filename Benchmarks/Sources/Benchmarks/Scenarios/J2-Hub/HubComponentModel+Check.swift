import FlowJSON
import Foundation
import FlowScreens
import Hub

extension HubComponentModel {
  /// The same number as that of ``OwnComponentModel/check``.
  var check: Int {
    var sum = identifier.utf8.count &+ (title?.utf8.count ?? 0) &+ (subtitle?.utf8.count ?? 0)
    sum = sum &+ (accessoryTitle?.utf8.count ?? 0) &+ (mainImageData?.url?.absoluteString.utf8.count ?? 0)
    sum = sum &+ (mainImageData?.placeholderIcon?.utf8.count ?? 0) &+ (target?.uri?.absoluteString.utf8.count ?? 0)
    for action in target?.actionIdentifiers ?? [] { sum = sum &+ action.name.utf8.count }
    if case .integer(let rank)? = metadata?["rank"] { sum = sum &+ Int(rank) }
    return sum &+ (metadata?["vegetarian"] == true ? 1 : 0)
  }
}
