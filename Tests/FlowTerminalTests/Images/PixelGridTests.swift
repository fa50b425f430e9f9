import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("PixelGrid")
struct PixelGridTests {
  /// A grid with red, green, blue and opacity of each pixel, one number for each.
  private static func grid(width: Int, _ pixels: [UInt32]) throws -> PixelGrid {
    PixelGrid(try PNGImage(PNGFile(width: width, pixels).bytes))
  }

  private static func code(_ grid: PixelGrid, _ depth: ColorDepth) -> [String] {
    grid.lines(depth).map { $0.codedForScreen(usesColor: true) }
  }

  @Test("Two pixels are a cell, the upper one its foreground and the lower one its background")
  func twoByTwo() throws {
    let grid = try Self.grid(width: 2, [0xFF00_00FF, 0x0102_03FF, 0x00FF_00FF, 0xFAC8_64FF])
    #expect(
      Self.code(grid, .full) == [
        "\u{1B}[38;2;255;0;0;48;2;0;255;0m▀\u{1B}[39;49m\u{1B}[38;2;1;2;3;48;2;250;200;100m▀\u{1B}[39;49m"
      ])
    #expect(
      Self.code(grid, .cube) == [
        "\u{1B}[38;5;196;48;5;46m▀\u{1B}[39;49m\u{1B}[38;5;16;48;5;221m▀\u{1B}[39;49m"
      ])
    #expect(grid.lines(.full).map(\.text) == ["▀▀"])
  }

  @Test("The last of an odd number of rows has the background of the terminal below it; equal cells are one piece")
  func threeByThree() throws {
    let grid = try Self.grid(
      width: 3,
      [
        0x0000_00FF, 0x0000_00FF, 0xFFFF_FFFF, 0x0000_00FF, 0x0000_00FF, 0x0000_FFFF, 0x8080_80FF, 0x8080_80FF,
        0x8080_80FF,
      ])
    #expect(
      Self.code(grid, .full) == [
        "\u{1B}[38;2;0;0;0;48;2;0;0;0m▀▀\u{1B}[39;49m\u{1B}[38;2;255;255;255;48;2;0;0;255m▀\u{1B}[39;49m",
        "\u{1B}[38;2;128;128;128m▀▀▀\u{1B}[39m",
      ])
    #expect(
      Self.code(grid, .cube) == [
        "\u{1B}[38;5;16;48;5;16m▀▀\u{1B}[39;49m\u{1B}[38;5;231;48;5;21m▀\u{1B}[39;49m",
        "\u{1B}[38;5;102m▀▀▀\u{1B}[39m",
      ])
  }

  @Test("A transparent pixel shows the background of the terminal, above, below, or in both halves")
  func transparency() throws {
    let grid = try Self.grid(width: 3, [0x0A14_1EFF, 0x0A14_1E7F, 0x0A14_1E00, 0xFF, 0xFF, 0x7F].map { $0 })
    #expect(
      Self.code(grid, .full) == [
        "\u{1B}[38;2;10;20;30;48;2;0;0;0m▀\u{1B}[39;49m\u{1B}[38;2;0;0;0m▄\u{1B}[39m "
      ])
    let upper = try Self.grid(width: 1, [0x0A14_1E80, 0x0A14_1E7F])
    #expect(Self.code(upper, .cube) == ["\u{1B}[38;5;16m▀\u{1B}[39m"])
  }

  @Test("A colour becomes the closest one of the cube")
  func cube() throws {
    let levels = [0, 47, 48, 95, 114, 115, 135, 154, 155, 175, 194, 195, 215, 234, 235, 255] as [UInt32]
    let expected = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5]
    for (level, number) in zip(levels, expected) {
      let grid = try Self.grid(width: 1, [level << 24 | 0xFF])
      #expect(Self.code(grid, .cube) == ["\u{1B}[38;5;\(16 + 36 * number)m▀\u{1B}[39m"])
    }
  }

  @Test("Without colours, cells have no codes")
  func colorless() throws {
    let line = try #require(try Self.grid(width: 1, [0xFF00_00FF]).lines(.full).first)
    #expect(line.codedForScreen(usesColor: false) == "▀")
    #expect(line.coded(when: false) == "▀")
  }

  @Test(
    "An image is scaled down to its place with its proportions, and never enlarged",
    arguments: [
      (1, 1, 40, 1, 1), (40, 40, 40, 40, 40), (41, 40, 40, 40, 39), (80, 20, 40, 40, 10), (20, 80, 40, 10, 40),
      (200, 200, 40, 40, 40), (1000, 1, 40, 40, 1), (1, 1000, 40, 1, 40), (40, 40, 10, 10, 10), (40, 40, 1, 1, 1),
      (3, 30, 2, 2, 20), (30, 3, 40, 30, 3), (100, 50, 7, 7, 4),
    ])
  func sizes(width: Int, height: Int, columns: Int, fittingWidth: Int, fittingHeight: Int) throws {
    let pixels = [UInt32](repeating: 0x1234_56FF, count: width * height)
    let grid = try Self.grid(width: width, pixels).fitting(columns: columns)
    #expect(grid.width == fittingWidth && grid.height == fittingHeight)
    #expect(grid.pixels == Array(repeating: Pixel(red: 0x12, green: 0x34, blue: 0x56), count: grid.width * grid.height))
    #expect(grid.lines(.full).count == (grid.height + 1) / 2)
    #expect(grid.lines(.full).allSatisfy { $0.displayWidth == grid.width })
  }

  @Test("A pixel of a smaller image is the average of those that it replaces, by their opacity")
  func averages() throws {
    let grid = try Self.grid(
      width: 4,
      [0x0000_00FF, 0x0A00_00FF, 0xFF00_00FF, 0x00FF_0000, 0x1400_00FF, 0x1E00_00FF, 0xFF00_00FF, 0x0000_FF00])
    let half = grid.fitting(columns: 2)
    #expect(half.width == 2 && half.height == 1)
    let mixed = try Self.grid(width: 2, [0xFF00_00FF, 0x00FF_0080]).fitting(columns: 1)
    #expect(mixed.pixels == [Pixel(red: 170, green: 85, blue: 0, alpha: 191)])
    #expect(half.pixels == [Pixel(red: 15, green: 0, blue: 0), Pixel(red: 255, green: 0, blue: 0, alpha: 127)])
  }
}
