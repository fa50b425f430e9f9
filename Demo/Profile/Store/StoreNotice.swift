import FlowCommandLine

/// A notice about the store that does not stop the flow.
struct StoreNotice: Equatable, Sendable, CustomStringConvertible {
  /// The store's file.
  let path: String
  /// The new path of the damaged file.
  let setAside: String
  /// The damage of the file.
  let damage: StoreDamage

  var description: String {
    "The profile store \(path.quoted) was damaged (\(damage)). It was set aside as \(setAside.quoted) and a fresh "
      + "profile begun."
  }
}

/// The damage of a store file.
enum StoreDamage: Equatable, Sendable, CustomStringConvertible {
  /// The file is larger than any profile.
  case tooLarge(limit: Int)
  /// The content is not a profile.
  case shape(ProfileShapeError)

  var description: String {
    switch self {
    case .tooLarge(let limit): "expected at most \(limit) bytes, found more"
    case .shape(let error): "\(error)"
    }
  }
}
