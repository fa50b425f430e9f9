import FlowScreens
import FlowState
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ScreenImages")
struct ScreenImagesTests {
  /// A view of a screen on a model of a terminal. The test reads the files.
  private final class Stage {
    struct Work: Sendable {
      var waiting: [@Sendable () -> Void] = []
      var count = 0
      var changes = 0
    }

    let work = Guarded(Work())
    private(set) var model: ScreenModel
    private(set) var code = ""
    private var view: LiveView?
    private let screen: ImageScreen

    init(_ folder: String, columns: Int = 20, rows: Int = 6, _ layout: ScreenLayout) throws {
      screen = ImageScreen(layout)
      model = ScreenModel(size: WindowSize(columns: columns, rows: rows))
      let images = ScreenImages(try #require(ImageFolder(folder)), .full) { [work] body in
        work.withLock { work in
          work.waiting.append(body)
          work.count += 1
        }
      } changed: { [work] in
        work.withLock { $0.changes += 1 }
      }
      view = LiveView(images: images)
      draw()
    }

    func draw() {
      code = view?.draw(screen, size: model.size) ?? ""
      model.write(code)
    }

    func type(_ key: Key) {
      _ = view?.take(key, on: screen, size: model.size)
      draw()
    }

    func readFiles() {
      let waiting = work.withLock { work in
        defer { work.waiting = [] }
        return work.waiting
      }
      for body in waiting { body() }
      draw()
    }

    func resize(_ columns: Int, _ rows: Int) {
      model.resize(to: WindowSize(columns: columns, rows: rows))
      view?.forget()
      draw()
    }

    func end() { view = nil }

    var changes: Int { work.withLock { $0.changes } }
    var count: Int { work.withLock { $0.count } }
  }

  private let files: PictureFolder

  init() throws {
    files = try PictureFolder()
    try files.write(PictureFolder.redOverGreen, to: "a.png")
  }

  private static func image(_ address: String) -> ScreenLayout { .image(url: address, label: "a cake") }

  @Test("A screen shows the label of an image until its file is read, and then the image")
  func reading() throws {
    let stage = try Stage(files.inside, .column([.text("Menu"), Self.image("a.png"), .text("Tea")]))
    #expect(stage.model.text.prefix(3) == ["Menu", "(image: a cake)", "Tea"])
    #expect(stage.changes == 0)
    stage.readFiles()
    #expect(stage.changes == 1)
    #expect(stage.code == "\u{1B}[?2026h\u{1B}[2;1H\(PictureFolder.redOverGreenCode)\u{1B}[K\u{1B}[?2026l")
    stage.draw()
    #expect(stage.code == "")
    #expect(stage.model.complaints == [])
  }

  @Test("Each file is read once, however often and under however many addresses it is drawn")
  func once() throws {
    let addresses = ["a.png", "%61.png", files.inside + "/a.png", "file://\(files.inside)/a.png"]
    let stage = try Stage(files.inside, rows: 10, .column(addresses.map(Self.image)))
    for _ in 0..<3 { stage.readFiles() }
    #expect(stage.count == 1)
    #expect(stage.model.text.prefix(5) == ["▀", "▀", "▀", "▀", ""])
  }

  @Test(
    "An image that can't be drawn stays its label",
    arguments: [
      "https://a.example/a.png", "missing.png", "text.png", "cut.png", "wrong.png", "pipe.png", "../secret.png", "",
      "/etc/passwd", ".", "large.png",
    ])
  func labels(address: String) throws {
    let image = PictureFolder.redOverGreen
    try files.write(Array("hello".utf8), to: "text.png")
    try files.write(image.dropLast(), to: "cut.png")
    try files.write(image.map { $0 == 0xFF ? 0xFE : $0 }, to: "wrong.png")
    try files.write(image, to: "../secret.png")
    var large = PNGFile(width: 1, [0])
    large.width = 20_000_000
    try files.write(large.bytes, to: "large.png")
    let stage = try Stage(files.inside, .column([Self.image(address), .image(label: "none"), Self.image("a.png")]))
    stage.readFiles()
    #expect(stage.model.text.prefix(3) == ["(image: a cake)", "(image: none)", "▀"])
    #expect(stage.changes == 1)
  }

  @Test("A screen has at most 100 images; others stay labels")
  func limit() throws {
    let stage = try Stage(files.inside, .column((0..<150).map { Self.image("\($0).png") } + [Self.image("a.png")]))
    #expect(stage.count == 100)
    stage.readFiles()
    #expect(stage.changes == 0)
  }

  @Test("A screen that has ended reads no more files")
  func ending() throws {
    let stage = try Stage(files.inside, Self.image("a.png"))
    stage.end()
    stage.readFiles()
    #expect(stage.count == 1 && stage.changes == 0)
  }

  @Test("A cached layout shows an image when its file is read, also on a second screen and without images")
  func cached() throws {
    let layout = ScreenLayout.cached(CachedLayout(.column([Self.image("a.png"), .text("Tea")])))
    for _ in 0..<2 {
      let stage = try Stage(files.inside, layout)
      #expect(stage.model.text.prefix(2) == ["(image: a cake)", "Tea"])
      stage.readFiles()
      #expect(stage.model.text.prefix(2) == ["▀", "Tea"])
    }
    #expect(layout.laidOut(width: 20).text == ["(image: a cake)", "Tea"])
  }

  private func writeGradient(width: Int, height: Int) throws -> PixelGrid {
    let pixels = (0..<UInt32(width * height)).map { (number: UInt32) -> UInt32 in
      let (red, green) = (number % 7 * 30, number % 5 * 50)
      return red << 24 | green << 16 | 0xFF
    }
    let file = PNGFile(width: width, pixels)
    try files.write(file.bytes, to: "b.png")
    return PixelGrid(try PNGImage(file.bytes))
  }

  @Test("An image that is higher than the window is scrolled")
  func scrolling() throws {
    let grid = try writeGradient(width: 8, height: 40)
    let stage = try Stage(files.inside, columns: 60, rows: 6, .column([Self.image("b.png"), .text("Tea")]))
    stage.readFiles()
    let lines = grid.lines(.full)
    for (key, first) in [(Key.up, 0), (.down, 1), (.pageDown, 6), (.up, 5)] {
      stage.type(key)
      let expected = ScreenModel.expected(Array(lines[first..<first + 5]), size: stage.model.size)
      #expect(stage.model.cells[..<5] == expected[..<5])
    }
    stage.type(.pageDown)
    stage.type(.pageDown)
    stage.type(.pageDown)
    #expect(stage.model.text[4] == "Tea")
    #expect(stage.model.complaints == [])
  }

  @Test("An image fits its place at any width: in a frame, beside texts, and in a list of images")
  func widths() throws {
    let grid = try writeGradient(width: 60, height: 12)
    let stage = try Stage(
      files.inside, columns: 120, rows: 30,
      .column([
        .framed(Self.image("b.png"), title: "李"), .row([.text("Menu"), Self.image("b.png"), .bar(fraction: 0.5)]),
        .indented(Self.image("b.png"), by: 4), Self.image("a.png"),
      ]))
    stage.readFiles()
    for columns in Array(1...50) + [200] {
      stage.resize(columns, 30)
      #expect(stage.model.complaints == [])
    }
    // The right side of the frame is behind the image.
    #expect(stage.model.text[1] == "│ " + String(repeating: "▀", count: 40) + String(repeating: " ", count: 57) + "│")
    let inside = ScreenModel.expected([grid.lines(.full)[0]], size: WindowSize(columns: 40, rows: 1))[0]
    #expect(Array(stage.model.cells[1][2..<42]) == inside)
    stage.resize(9, 30)
    #expect(stage.model.text.prefix(3) == ["┌─ 李 ──┐", "│ ▀▀▀▀▀ │", "└───────┘"])
  }
}
