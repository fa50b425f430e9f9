import Foundation

extension ProfileStore {
  /// Returns the store at the path in the option `--store`. The default is a file in the user's data folder, which is
  /// created on demand.
  static func at(_ path: String?, environment: [String: String] = ProcessInfo.processInfo.environment) -> ProfileStore {
    if let path { return ProfileStore(path: path) }
    return ProfileStore(path: defaultPath(in: environment), createsFolder: true)
  }

  /// The default path of the profile.
  static func defaultPath(in environment: [String: String]) -> String {
    #if os(macOS)
      let data = "\(NSHomeDirectory())/Library/Application Support"
    #else
      let data = dataHome(in: environment)
    #endif
    return "\(data)/flowstate/profile.json"
  }

  /// Returns the base folder for user data by the XDG rules. A relative path in the variable is ignored.
  static func dataHome(in environment: [String: String]) -> String {
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    return "\(home)/.local/share"
  }
}
