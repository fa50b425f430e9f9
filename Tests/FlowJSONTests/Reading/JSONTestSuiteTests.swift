import FlowJSON
import Foundation
import Testing

@Suite("JSONTestSuite, if it is beside the checkout")
struct JSONTestSuiteTests {
  @Test("The parser accepts every y_ file", .enabled(if: TestSuiteFiles.folder != nil, TestSuiteFiles.missing))
  func accepts() throws {
    let files = try TestSuiteFiles.all("y_")
    #expect(files.count > 90)
    for file in files {
      #expect(throws: Never.self, "\(file.name)") { try JSONValue(parsing: file.data) }
    }
  }

  @Test("The parser rejects every n_ file", .enabled(if: TestSuiteFiles.folder != nil, TestSuiteFiles.missing))
  func rejects() throws {
    let files = try TestSuiteFiles.all("n_")
    #expect(files.count > 180)
    for file in files {
      #expect(throws: JSONSyntaxError.self, "\(file.name)") { try JSONValue(parsing: file.data) }
    }
  }

  @Test(
    "The parser accepts these i_ files and rejects the others",
    .enabled(if: TestSuiteFiles.folder != nil, TestSuiteFiles.missing))
  func decides() throws {
    let files = try TestSuiteFiles.all("i_")
    #expect(files.count > 30)
    let accepted = files.filter { (try? JSONValue(parsing: $0.data)) != nil }.map(\.name)
    #expect(
      accepted.sorted() == [
        "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
        "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
        "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json",
      ])
  }

  @Test(
    "The value of each accepted file is the same after it is written and read",
    .enabled(if: TestSuiteFiles.folder != nil, TestSuiteFiles.missing))
  func roundTrips() throws {
    for file in try TestSuiteFiles.all("") {
      guard let value = try? JSONValue(parsing: file.data) else { continue }
      #expect(try JSONValue(parsing: value.jsonText) == value, "\(file.name)")
    }
  }
}

/// The files of nst/JSONTestSuite, which are not part of the repository.
enum TestSuiteFiles {
  static let missing: Comment = "JSONTestSuite was not found in ../shared/data/json-test-suite, beside the checkout."

  /// The folder beside the checkout, or beside a folder above it.
  static let folder: URL? = {
    var place = URL(filePath: #filePath).deletingLastPathComponent()
    while place.path != "/" {
      for way in ["shared", "work/shared"] {
        let folder = place.appending(path: "\(way)/data/json-test-suite", directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
      }
      place = place.deletingLastPathComponent()
    }
    let root = URL(filePath: "/work/shared/data/json-test-suite", directoryHint: .isDirectory)
    return FileManager.default.fileExists(atPath: root.path) ? root : nil
  }()

  static func all(_ prefix: String) throws -> [(name: String, data: Data)] {
    guard let folder else { return [] }
    return try ["test_parsing", "test_transform"].flatMap { part in
      try FileManager.default.contentsOfDirectory(at: folder.appending(path: part), includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.hasPrefix(prefix) }
        .map { (name: $0.lastPathComponent, data: try Data(contentsOf: $0)) }
    }
  }
}
