import DemoServer
import Foundation

/// The profile in a JSON file.
///
/// The store is a value without a cache. Each call reads the file, so two demos that use one store see each other's
/// changes. The server's loop makes the writing calls one at a time.
struct ProfileStore: Sendable {
  /// The maximum size of a profile, in bytes.
  static let sizeLimit = 1 << 20

  /// The file, as the user named it.
  let path: String
  /// Whether the first write creates missing folders. This is only the case for the default path. A missing folder in a
  /// path that the user entered is probably a mistake.
  var createsFolder = false
  /// The system calls that write the file.
  var calls = FileCalls.system

  /// Reads the profile. If the file is missing, returns ``UserProfile/initial`` without creating the file.
  ///
  /// A damaged file is set aside, and the notice describes it.
  func load() throws(ProfileStoreError) -> (profile: UserProfile, notice: StoreNotice?) {
    let file = try resolved()
    let contents: FileContents
    do {
      contents = try FileContents.read(file, limit: Self.sizeLimit)
    } catch {
      throw .unreadable(path: path, reason: error)
    }
    switch contents {
    case .missing:
      try requireFolder(of: file)
      return (.initial, nil)
    case .notAFile(let found):
      throw .notAFile(path: path, found: found)
    case .tooLarge:
      return (.initial, try setAside(file, because: .tooLarge(limit: Self.sizeLimit)))
    case .bytes(let data):
      do throws(ProfileShapeError) {
        return (try UserProfile(json: data), nil)
      } catch {
        return (.initial, try setAside(file, because: .shape(error)))
      }
    }
  }

  /// Replaces the profile. On return, the profile is on disk. On failure, the old one is unchanged.
  func save(_ profile: UserProfile) throws(ProfileStoreError) {
    let (file, json) = (try resolved(), profile.json)
    do throws(SystemFailure) {
      // A larger file would be set aside when it is read.
      if json.count > Self.sizeLimit { throw SystemFailure(code: EFBIG) }
      if createsFolder { try FilePath.makeFolder(FilePath.folder(of: file)) }
    } catch {
      throw .unwritable(path: path, reason: error)
    }
    try requireFolder(of: file)
    do throws(SystemFailure) {
      try AtomicFile(path: file, calls: calls).replace(with: json)
    } catch {
      throw .unwritable(path: path, reason: error)
    }
  }

  private func resolved() throws(ProfileStoreError) -> String {
    // C would treat an embedded zero as the end, and open another file.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .unreadable(path: path, reason: SystemFailure(code: EINVAL))
    }
    do {
      return try FilePath.followingLinks(path)
    } catch {
      throw .unreadable(path: path, reason: error)
    }
  }

  private func requireFolder(of file: String) throws(ProfileStoreError) {
    let folder = FilePath.folder(of: file)
    guard createsFolder || FilePath.isFolder(folder) else { throw .missingFolder(folder, path: path) }
  }

  private func setAside(_ file: String, because damage: StoreDamage) throws(ProfileStoreError) -> StoreNotice {
    do {
      return StoreNotice(path: path, setAside: try SetAside.move(file), damage: damage)
    } catch {
      throw .stuck(path: path, damage: damage, reason: error)
    }
  }
}
