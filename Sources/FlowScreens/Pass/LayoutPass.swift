/// Draws a layout with a loop and a stack of tasks instead of recursion, because a layout from untrusted data can be
/// nested so deeply that recursion would overflow the stack.
struct LayoutPass {
  /// The depth at which drawing stops. A deeper layout is considered infinite, such as a deferred layout that returns
  /// itself.
  static let maximumDepth = 100_000
  /// The depth beyond which rows are drawn as columns. A row buffers its lines until it can place them, so nested rows
  /// copy each line once per level.
  private static let maximumRowDepth = 16
  /// The maximum spacing. A larger value is considered a mistake in the data.
  private static let maximumSpacing = 100
  /// The maximum number of empty lines between the layouts of all columns. A long list with a large spacing would need
  /// millions.
  private static let maximumEmptyLines = 100_000

  private enum Task {
    case lay(ScreenLayout, LayoutContext)
    case column([ScreenLayout], next: Int, spacing: Int, since: Int, LayoutContext)
    case row([ScreenLayout], next: Int, RowPlacement, LayoutContext)
    case closeFrame(LayoutContext)
    case closeTightFrame(title: StyledText, LayoutContext)
    case closeCached(CachedLayout, LayoutContext)
  }

  private let context: LayoutContext
  private let focus: LayoutFocus?
  private let isStyled: Bool
  private let images: ImageDrawing?
  private var tasks: [Task] = []
  private var names = ElementNames()
  /// The number of empty lines that columns can still add.
  private var emptyLines = maximumEmptyLines
  /// The blocks that are being drawn: the outermost first, then those that rows and tight frames buffer.
  private var blocks: [LayoutBlock] = [LayoutBlock()]

  init(width: Int, focus: LayoutFocus?, isStyled: Bool, images: ImageDrawing? = nil) {
    context = LayoutContext(width: width)
    self.focus = focus
    self.isStyled = isStyled
    self.images = images
  }

  mutating func run(_ layout: ScreenLayout) -> Frame {
    tasks.append(.lay(layout, context))
    while let task = tasks.popLast() { perform(task) }
    return popBlock()?.frame ?? LayoutBlock().frame
  }

  private mutating func perform(_ task: Task) {
    switch task {
    case .lay(let layout, let context): lay(layout, context)
    case .column(let layouts, let next, let spacing, let since, let context):
      layColumn(layouts, next, spacing, since, context)
    case .row(let layouts, let next, var row, let context): layRow(layouts, next, &row, context)
    case .closeFrame(let context): draw(FrameBorder.bottom(width: context.width), context)
    case .closeTightFrame(let title, let context): closeTightFrame(title, context)
    case .closeCached(let cached, let context): closeCached(cached, context)
    }
  }

  private mutating func lay(_ layout: ScreenLayout, _ context: LayoutContext) {
    guard context.depth < Self.maximumDepth else { return draw(StyledText("…", .dim), context) }
    switch layout {
    case .nothing: break
    case .text(let text) where text.isOnOneLine: draw(text.truncated(width: context.width), context)
    case .text(let text): for line in text.wrapped(width: context.width) { draw(line, context) }
    case .bar(let fraction): draw(BarDrawing(fraction: fraction, width: context.barWidth).line, context)
    case .element(let element):
      let element = names.unique(element)
      let focus = focus?.id.isExactly(element.id) == true ? focus : nil
      let drawing = ElementDrawing(element, width: context.width, focus: focus, isStyled: isStyled)
      blocks[blocks.count - 1].add(drawing, in: context)
    case .image(let url?, _):
      guard let lines = images?.lines(url, context.width) else { fallthrough }
      for line in lines { draw(line, context) }
    case .heading, .link, .image, .group: tasks.append(.lay(layout.plain, context.inside))
    case .list(let items, let isNumbered):
      for line in TextGrid(list: items, isNumbered: isNumbered, width: context.width).lines { draw(line, context) }
    case .table(let rows, let titles):
      for line in TextGrid(table: rows, titles: titles, width: context.width).lines { draw(line, context) }
    case .deferred(let make): tasks.append(.lay(make(), context.inside))
    case .cached(let cached): layCached(cached, context)
    case .indented(let inner, let columns): tasks.append(.lay(inner, context.indented(by: columns)))
    case .framed(let inner, let title): layFrame(inner, title, context)
    case .column(let layouts, let spacing):
      tasks.append(.column(layouts, next: 0, spacing: spacing, since: blocks[blocks.count - 1].lines.count, context))
    case .row(let layouts, let spacing):
      var inner = context.inside
      inner.isTight = true
      if layouts.count == 1 {
        tasks.append(.lay(layouts[0], inner))
      } else if context.rowDepth < Self.maximumRowDepth {
        tasks.append(.row(layouts, next: 0, RowPlacement(spacing: spacing, in: context), context))
      } else {
        lay(.column(layouts), inner)
      }
    }
  }

  private mutating func layColumn(
    _ layouts: [ScreenLayout], _ next: Int, _ spacing: Int, _ since: Int, _ context: LayoutContext
  ) {
    let block = blocks.count - 1
    // Requested lines that weren't drawn can be requested again.
    emptyLines += blocks[block].requestedLines
    defer { emptyLines -= blocks[block].requestedLines }
    guard next < layouts.count else { return blocks[block].endSeparation(since: since) }
    if next > 0 { blocks[block].separate(by: min(spacing, Self.maximumSpacing, emptyLines), since: since, in: context) }
    tasks.append(.column(layouts, next: next + 1, spacing: spacing, since: since, context))
    tasks.append(.lay(layouts[next], context.inside))
  }

  private mutating func layRow(
    _ layouts: [ScreenLayout], _ next: Int, _ row: inout RowPlacement, _ context: LayoutContext
  ) {
    // The row's previous layout was drawn to a block of its own.
    if next > 0, let block = popBlock() { row.add(block, to: &blocks[blocks.count - 1]) }
    guard next < layouts.count else { return row.draw(to: &blocks[blocks.count - 1]) }
    var inner = LayoutContext(width: context.width)
    inner.isTight = true
    inner.rowDepth = context.rowDepth + 1
    inner.tightDepth = context.tightDepth
    inner.depth = context.depth + 1
    if row.left >= BarDrawing.usefulWidth { inner.barWidth = row.left }
    blocks.append(LayoutBlock())
    tasks.append(.row(layouts, next: next + 1, row, context))
    tasks.append(.lay(layouts[next], inner))
  }

  private mutating func layFrame(_ layout: ScreenLayout, _ title: StyledText, _ context: LayoutContext) {
    if !context.canFrame {
      // Without a frame, the title becomes a line.
      if !title.isEmpty { draw(title.truncated(width: context.width), context) }
      tasks.append(.lay(layout, context.inside))
    } else if context.isTight {
      var inner = LayoutContext(width: context.width - 4)
      inner.isTight = true
      inner.rowDepth = context.rowDepth
      inner.tightDepth = context.tightDepth + 1
      inner.depth = context.depth + 1
      inner.barWidth = min(inner.width, max(1, context.barWidth - 4))
      blocks.append(LayoutBlock())
      tasks.append(.closeTightFrame(title: title, context))
      tasks.append(.lay(layout, inner))
    } else {
      draw(FrameBorder.top(title: title, width: context.width), context)
      tasks.append(.closeFrame(context))
      tasks.append(.lay(layout, context.framed(by: FrameBorder.left, FrameBorder.right)))
    }
  }

  private mutating func closeTightFrame(_ title: StyledText, _ context: LayoutContext) {
    guard let content = popBlock() else { return }
    var tight = context
    tight.width = min(context.width, max(content.width + 4, FrameBorder.width(title: title)))
    draw(FrameBorder.top(title: title, width: tight.width), context)
    // The right side of the frame follows its content, not the surroundings.
    var held = LayoutContext(width: tight.width)
    held = held.framed(by: FrameBorder.left, FrameBorder.right)
    var framed = LayoutBlock()
    framed.add(content, in: held)
    blocks[blocks.count - 1].add(framed, in: context)
    draw(FrameBorder.bottom(width: tight.width), context)
  }

  /// Adds the lines of an earlier drawing, or draws to a block of its own, which the layout stores.
  private mutating func layCached(_ cached: CachedLayout, _ context: LayoutContext) {
    if let block = cached.block(at: CachedLayout.Place(in: context, images)) {
      return blocks[blocks.count - 1].add(block, in: context)
    }
    var inner = LayoutContext(width: context.width)
    inner.barWidth = context.barWidth
    inner.isTight = context.isTight
    inner.rowDepth = context.rowDepth
    inner.tightDepth = context.tightDepth
    inner.depth = context.depth + 1
    blocks.append(LayoutBlock())
    tasks.append(.closeCached(cached, context))
    tasks.append(.lay(cached.layout, inner))
  }

  private mutating func closeCached(_ cached: CachedLayout, _ context: LayoutContext) {
    guard let block = popBlock() else { return }
    cached.keep(block, at: CachedLayout.Place(in: context, images))
    blocks[blocks.count - 1].add(block, in: context)
  }

  private mutating func popBlock() -> LayoutBlock? {
    var block = blocks.popLast()
    block?.alignFields()
    return block
  }

  private mutating func draw(_ line: StyledText, _ context: LayoutContext) {
    blocks[blocks.count - 1].add(line, in: context)
  }
}
