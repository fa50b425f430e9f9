import FlowJSON
import Hub
import Testing

@Suite("Loading content")
struct HubContentLoaderTests {
  @Test("Operations run in order and share one builder")
  func inOrder() {
    let stage = LoaderStage(["a", "b"])
    stage.loader.load()
    #expect(stage.log == ["a"])
    stage.works[0]?.builder.navigationBarTitle = "T"
    stage.works[0]?.finish()
    #expect(stage.log == ["a", "b"])
    #expect(stage.works[1]?.builder.navigationBarTitle == "T")
    stage.works[1]?.builder.body.edit("row") { _ in }
    #expect(stage.log == ["a", "b"])
    stage.works[1]?.finish()
    #expect(stage.log == ["a", "b", "T [row]"])
  }

  @Test("An error is passed to the next operation, which can handle it")
  func swallowed() {
    let stage = LoaderStage(["a", "b"])
    stage.loader.load()
    stage.works[0]?.fail(Offline())
    #expect(stage.works[1]?.previousError is Offline)
    stage.works[1]?.finish()
    #expect(stage.log == ["a", "b", "Food []"])
  }

  @Test("The load fails if the last operation fails")
  func failed() {
    let stage = LoaderStage(["a", "b"])
    stage.loader.load()
    stage.works[0]?.fail(Offline())
    if let work = stage.works[1] { work.fail(work.previousError ?? HubJSONError.emptyData) }
    #expect(stage.log == ["a", "b", "failed: Offline()"])
  }

  @Test("A view with neither a header nor a title has the feature's title")
  func featureTitle() {
    let stage = LoaderStage(["a"])
    stage.loader.load()
    stage.works[0]?.builder.editHeader { $0.title = "Header" }
    stage.works[0]?.finish()
    stage.loader.load()
    stage.works[0]?.finish()
    #expect(stage.log == ["a", "nil []", "a", "Food []"])
  }

  @Test("A rescheduled operation starts from the result of the previous one, and the later ones run again")
  func rescheduled() {
    let stage = LoaderStage(["a", "b", "c"])
    stage.loader.load()
    stage.works[0]?.builder.body.edit("a") { _ in }
    stage.works[0]?.finish()
    stage.works[1]?.builder.body.edit("b1") { _ in }
    stage.works[1]?.finish()
    stage.works[2]?.builder.body.edit("c1") { _ in }
    stage.works[2]?.finish()
    stage.works[1]?.reschedule()
    #expect(stage.works[1]?.builder.body.compactMap(\.identifier) == ["a"])
    stage.works[1]?.builder.body.edit("b2") { _ in }
    stage.works[1]?.finish()
    stage.works[2]?.finish()
    #expect(stage.log == ["a", "b", "c", "Food [a b1 c1]", "b", "c", "Food [a b2]"])
  }

  @Test("Rescheduling during a load restarts there, and reports of the earlier start are ignored")
  func rescheduledMidway() {
    let stage = LoaderStage(["a", "b", "c"])
    stage.loader.load()
    let a = stage.works[0]
    a?.finish()
    stage.works[1]?.finish()
    let firstC = stage.works[2]
    a?.reschedule()
    firstC?.finish()
    a?.finish()
    #expect(stage.log == ["a", "b", "c", "a"])
    stage.works[0]?.finish()
    stage.works[1]?.finish()
    stage.works[2]?.finish()
    #expect(stage.log == ["a", "b", "c", "a", "b", "c", "Food []"])
  }

  @Test("Only the first report of an operation counts")
  func once() {
    let stage = LoaderStage(["a", "b"])
    stage.loader.load()
    stage.works[0]?.finish()
    stage.works[0]?.finish()
    stage.works[0]?.fail(Offline())
    #expect(stage.log == ["a", "b"])
    stage.works[1]?.finish()
    stage.works[1]?.finish()
    #expect(stage.log == ["a", "b", "Food []"])
  }

  @Test("A loader is loading from its start until just before it reports")
  func isLoading() {
    var loader: HubContentLoader?
    var seen: [Bool] = []
    let operation = Pages()
    loader = HubContentLoader(operations: [operation], featureTitle: "Orders") { _ in
      seen.append(loader?.isLoading ?? true)
    }
    #expect(loader?.isLoading == false && loader?.pageCount == 0)
    loader?.load()
    #expect(loader?.isLoading == true && loader?.pageCount == 0)
    operation.add("a")
    #expect(loader?.isLoading == false && loader?.pageCount == 1)
    #expect(seen == [false])
  }

  @Test("Pages are added to the content one at a time, and a page that failed is loaded again")
  func pages() {
    let operation = Pages()
    let stage = LoaderStage([operation])
    stage.loader.loadNextPage()
    #expect(operation.works.map(\.page) == [0])
    operation.add("a")
    stage.loader.loadNextPage()
    stage.loader.loadNextPage()
    #expect(operation.works.map(\.page) == [0, 1])
    operation.works[1].fail(Offline())
    #expect(stage.loader.pageCount == 1)
    stage.loader.loadNextPage()
    operation.add("b")
    stage.loader.loadNextPage()
    operation.works[1].finish()
    operation.add("c")
    #expect(operation.works.map(\.page) == [0, 1, 1, 2])
    #expect(stage.log == ["Food [a]", "failed: Offline()", "Food [a b]", "Food [a b c]"])
    #expect(stage.loader.pageCount == 3)
  }

  @Test("Rescheduling an earlier page discards the later ones, and loading starts with the first one")
  func pagesAgain() {
    let operation = Pages()
    let stage = LoaderStage([operation])
    stage.loader.load()
    operation.add("a")
    stage.loader.loadNextPage()
    operation.add("b")
    operation.works[0].reschedule()
    #expect(stage.loader.pageCount == 0)
    operation.works[1].finish()
    operation.add("A")
    #expect(stage.loader.pageCount == 1)
    stage.loader.loadNextPage()
    operation.add("B")
    stage.loader.load()
    operation.add("x")
    #expect(stage.log == ["Food [a]", "Food [a b]", "Food [A]", "Food [A B]", "Food [x]"])
  }

  @Test("A loader whose operations have no pages ignores a request for the next page")
  func noPages() {
    let stage = LoaderStage(["a"])
    stage.loader.load()
    stage.works[0]?.finish()
    stage.loader.loadNextPage()
    #expect(stage.log == ["a", "Food []"])
  }

  @Test("Loading again abandons the current load")
  func loadedAgain() {
    let stage = LoaderStage(["a"])
    stage.loader.load()
    let first = stage.works[0]
    stage.loader.load()
    first?.finish()
    #expect(stage.log == ["a", "a"])
    stage.works[0]?.finish()
    #expect(stage.log == ["a", "a", "Food []"])
  }

  @Test("10,000 operations that report at once do not overflow the stack, and a load can have no operations")
  func atOnce() {
    var titles: [String?] = []
    let operations = (0..<10_000).map { _ in ImmediateOperation() }
    HubContentLoader(operations: operations, featureTitle: "Food") { outcome in
      titles.append(try? outcome.get().customData?["count"]?.canonicalText)
    }.load()
    HubContentLoader(operations: [], featureTitle: "Food") { outcome in
      titles.append(try? outcome.get().navigationBarTitle)
    }.load()
    #expect(titles == ["10000", "Food"])
  }

  @Test("An operation that retains its work does not retain the loader")
  func notKept() {
    var stage: LoaderStage? = LoaderStage(["a"])
    stage?.loader.load()
    let work = stage?.works[0]
    weak let loader = stage?.loader
    stage = nil
    #expect(loader == nil)
    work?.finish()
    work?.reschedule()
  }
}

private struct Offline: Error {}

/// An operation that counts its calls and reports at once.
private struct ImmediateOperation: HubContentOperation {
  func perform(_ work: HubContentWork) {
    let count = Int64(hubValue: work.builder.customData?["count"] ?? 0) ?? 0
    work.builder.setCustomDataValue(.integer(count + 1), forKey: "count")
    work.finish()
  }
}

/// A source of pages that waits for the test.
private final class Pages: HubPagedContentOperation {
  private(set) var works: [HubContentWork] = []

  func perform(_ work: HubContentWork) { works.append(work) }
  func performNextPage(_ work: HubContentWork) { works.append(work) }

  /// Adds a row to the content of the latest page, and reports it.
  func add(_ row: String) {
    works.last?.builder.body.append(row)
    works.last?.finish()
  }
}

/// A loader whose operations wait for the test.
private final class LoaderStage {
  private(set) var works: [HubContentWork?]
  private(set) var log: [String] = []
  private(set) lazy var loader = HubContentLoader(
    operations: pages ?? names.indices.map { Operation(index: $0, stage: self) }, featureTitle: "Food"
  ) { [unowned self] outcome in
    switch outcome {
    case .success(let view):
      let body = view.bodyComponentModels.map(\.identifier).joined(separator: " ")
      log.append("\(view.navigationBarTitle ?? "nil") [\(body)]")
    case .failure(let error): log.append("failed: \(error)")
    }
  }
  private let names: [String]
  private let pages: [any HubContentOperation]?

  init(_ names: [String]) {
    self.names = names
    pages = nil
    works = names.map { _ in nil }
  }

  init(_ pages: [any HubContentOperation]) {
    names = []
    self.pages = pages
    works = []
  }

  private struct Operation: HubContentOperation {
    let index: Int
    unowned let stage: LoaderStage

    func perform(_ work: HubContentWork) {
      stage.works[index] = work
      stage.log.append(stage.names[index])
    }
  }
}
