import Foundation

/// The profile in a JSON file.
///
/// A value without a memory of its own: each call looks at the file, so two runs of the demo on one store see each
/// other's work. Calls that write are made one at a time by the server's loop.
struct ProfileStore: Sendable {
  /// The most bytes that are taken for a profile.
  static let sizeLimit = 1 << 20

  /// The file, as the user named it.
  let path: String
  /// Whether missing folders are made on the first write; so for the default path only, since a missing folder in a
  /// path that somebody typed is more likely a slip.
  var createsFolder = false
  /// The system calls to write with.
  var calls = FileCalls.system

  /// Reads the profile; a missing file stands for ``UserProfile/initial`` and is not made yet.
  ///
  /// A damaged file is set aside, which the notice tells.
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

  /// Replaces the profile; on return it is on the disk, and on failure the old one still is.
  func save(_ profile: UserProfile) throws(ProfileStoreError) {
    let file = try resolved()
    do throws(SystemFailure) {
      if createsFolder { try FilePath.makeFolder(FilePath.folder(of: file)) }
    } catch {
      throw .unwritable(path: path, reason: error)
    }
    try requireFolder(of: file)
    do throws(SystemFailure) {
      try AtomicFile(path: file, calls: calls).replace(with: profile.json)
    } catch {
      throw .unwritable(path: path, reason: error)
    }
  }

  private func resolved() throws(ProfileStoreError) -> String {
    // C would read an embedded zero as the end and open another file.
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
