/// Something about the store that its user should know although everything goes on.
struct StoreNotice: Equatable, Sendable, CustomStringConvertible {
  /// The store's file.
  let path: String
  /// Where the damaged file is now.
  let setAside: String
  /// What was wrong with it.
  let damage: StoreDamage

  var description: String {
    "The profile store \(path.quoted) was damaged (\(damage)). It was set aside as \(setAside.quoted) and a fresh "
      + "profile begun."
  }
}

/// What is wrong with the contents of a store file.
enum StoreDamage: Equatable, Sendable, CustomStringConvertible {
  /// More bytes than a profile could need.
  case tooLarge(limit: Int)
  /// Something else than a profile.
  case shape(ProfileShapeError)

  var description: String {
    switch self {
    case .tooLarge(let limit): "expected at most \(limit) bytes, found more"
    case .shape(let error): "\(error)"
    }
  }
}
