import DemoTestSupport
import DemoServer
import Foundation
import Testing

@testable import Demo

@Suite struct ProfileStoreTests {
  let folder: TemporaryFolder
  var store: ProfileStore { ProfileStore(path: folder.file("p.json")) }
  let bo = UserProfile(name: "Bo", bio: "x")

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `A missing file stands for the initial profile and is not made`() throws {
    let loaded = try store.load()
    #expect(loaded.profile == .initial)
    #expect(loaded.notice == nil)
    #expect(try folder.names() == [])
  }

  @Test func `A saved profile is loaded, and saving leaves no other files`() throws {
    try store.save(bo)
    #expect(try store.load().profile == bo)
    #expect(try folder.text("p.json") == "{\n  \"bio\" : \"x\",\n  \"name\" : \"Bo\"\n}\n")
    #expect(try folder.names() == ["p.json"])
  }

  @Test func `A profile that the store could not read again is not saved`() throws {
    try store.save(bo)
    let long = UserProfile(name: "Bo", bio: String(repeating: "x", count: ProfileStore.sizeLimit))
    #expect(throws: ProfileStoreError.unwritable(path: store.path, reason: SystemFailure(code: EFBIG))) {
      try store.save(long)
    }
    let loaded = try store.load()
    #expect(loaded.profile == bo)
    #expect(loaded.notice == nil)
  }

  /// Damaged files, and what the store says of each.
  private static let damages: [(contents: Data, found: String)] = [
    (Data(), "found nothing"),
    (Data("{\"name\":".utf8), "found something that is not JSON"),
    (Data("nonsense".utf8), "found something that is not JSON"),
    (Data("[]".utf8), "found no object"),
    (Data("null".utf8), "found no object"),
    (Data("{\"name\":\"Bo\"}".utf8), "found no 'bio'"),
    (Data("{\"name\":1,\"bio\":\"\"}".utf8), "found something else than a text at 'name'"),
    (Data("{\"name\":\"a\",\"bio\":null}".utf8), "found something else than a text at 'bio'"),
    (Data([0x7B, 0xFF, 0x7D]), "found bytes that are not UTF-8"),
    (Data([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]), "found bytes that are not UTF-8"),
    (Data(repeating: UInt8(ascii: "["), count: 100_000), "found something that is not JSON"),
    (
      Data(repeating: UInt8(ascii: " "), count: ProfileStore.sizeLimit + 1),
      "expected at most 1048576 bytes, found more"
    ),
  ]

  // By index, because Swift Testing writes arguments into its events.
  @Test(arguments: damages.indices)
  func `A damaged file is set aside whole and reported`(index: Int) throws {
    let (contents, found) = Self.damages[index]
    try folder.write(contents, to: "p.json")
    let loaded = try store.load()
    #expect(loaded.profile == .initial)
    let sentence = try #require(loaded.notice).description
    #expect(sentence.contains("\(found))"), "\(sentence)")
    #expect(sentence.hasSuffix("set aside as '\(folder.file("p.json.corrupt"))' and a fresh profile begun."))
    #expect(try Data(contentsOf: URL(filePath: folder.file("p.json.corrupt"))) == contents)
    #expect(try folder.names() == ["p.json.corrupt"])
    #expect(try store.load().notice == nil)
  }

  @Test func `A file that was set aside before is never overwritten`() throws {
    for contents in ["one", "two", "three"] {
      try folder.write(Data(contents.utf8), to: "p.json")
      #expect(try store.load().notice != nil)
    }
    #expect(try folder.names() == ["p.json.corrupt", "p.json.corrupt-2", "p.json.corrupt-3"])
    #expect(try folder.text("p.json.corrupt") == "one")
    #expect(try folder.text("p.json.corrupt-3") == "three")
  }

  @Test func `A file of exactly the limit is read`() throws {
    var data = bo.json
    data.append(Data(repeating: UInt8(ascii: " "), count: ProfileStore.sizeLimit - data.count))
    try folder.write(data, to: "p.json")
    #expect(try store.load().profile == bo)
  }

  @Test func `A member name of combining marks, and another encoding without a mark, are set aside at once`() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 130_000)
    try folder.write(Data(#"{"\#(marks)": 1, "\#(marks)x": 2, "name": "Bo", "bio": ""}"#.utf8), to: "p.json")
    #expect(try store.load().profile == .initial)
    var wide: [UInt8] = []
    for unit in #"{"name": "Bo", "bio": ""}"#.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try folder.write(Data(wide), to: "p.json")
    #expect(try store.load().profile == .initial)
    #expect(try folder.names() == ["p.json.corrupt", "p.json.corrupt-2"])
  }

  @Test func `A folder in the file's place is an error and stays`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("p.json"), withIntermediateDirectories: false)
    let error = #expect(throws: ProfileStoreError.self) { try store.load() }
    #expect(
      error?.description
        == "The profile store '\(folder.file("p.json"))' cannot be used: expected a file, found a folder.")
    #expect(throws: ProfileStoreError.self) { try store.save(bo) }
    #expect(try folder.names() == ["p.json"])
  }

  @Test func `A pipe in the file's place is an error and does not hang`() throws {
    #expect(mkfifo(folder.file("p.json"), 0o600) == 0)
    let expected = ProfileStoreError.notAFile(path: folder.file("p.json"), found: "a device or pipe")
    #expect(throws: expected) { try store.load() }
  }

  @Test func `A missing folder that the user has typed is an error`() throws {
    let store = ProfileStore(path: folder.file("no/p.json"))
    let missing = ProfileStoreError.missingFolder(folder.file("no"), path: folder.file("no/p.json"))
    #expect(throws: missing) { try store.load() }
    #expect(throws: missing) { try store.save(bo) }
    #expect(
      missing.description
        == "The profile store '\(folder.file("no/p.json"))' cannot be used: expected an existing folder "
        + "'\(folder.file("no"))', found none.")
  }

  @Test func `The folders of the default path are made on the first save`() throws {
    let store = ProfileStore.at(nil, environment: ["XDG_DATA_HOME": folder.file("a/b"), "HOME": "/nowhere"])
    #if os(Linux)
      #expect(store.path == folder.file("a/b/flowstate/profile.json"))
      #expect(try store.load().profile == .initial)
      #expect(try folder.names() == [])
      try store.save(bo)
      #expect(try store.load().profile == bo)
    #endif
    #expect(store.createsFolder)
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x"), (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share"),
    (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share"), (["HOME": "/h"], "/h/.local/share"),
  ])
  func `The data folder follows the environment`(environment: [String: String], path: String) {
    #expect(ProfileStore.dataHome(in: environment) == path)
  }

  @Test func `A link is followed and stays a link`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("real"), withIntermediateDirectories: false)
    #expect(symlink("real/q.json", folder.file("p.json")) == 0)
    #expect(try store.load().profile == .initial)
    try store.save(bo)
    #expect(try folder.text("real/q.json").contains("Bo"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("p.json")) == "real/q.json")
  }

  @Test func `Links in a circle are an error`() throws {
    #expect(symlink("p.json", folder.file("p.json")) == 0)
    #expect(throws: ProfileStoreError.unreadable(path: store.path, reason: SystemFailure(code: ELOOP))) {
      try store.load()
    }
  }

  @Test(arguments: ["", "a\u{0}b", "/dev/null/p.json", String(repeating: "x", count: 300)])
  func `A path that cannot be is an error`(path: String) {
    #expect(throws: ProfileStoreError.self) { try ProfileStore(path: path).load() }
    #expect(throws: ProfileStoreError.self) { try ProfileStore(path: path).save(bo) }
  }
}
