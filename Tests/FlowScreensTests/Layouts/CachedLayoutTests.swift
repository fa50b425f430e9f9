import FlowScreens
import Testing

/// A cached layout looks like the layout itself, and is laid out once for each width.
struct CachedLayoutTests {
  @Test("A cached layout looks like the layout itself, the first time and later", arguments: 0..<300 as Range<UInt64>)
  func same(seed: UInt64) {
    var random = RandomLayout(seed: seed)
    let layout = random.layout()
    let cached = ScreenLayout.cached(CachedLayout(layout))
    for width in [40, 12, 3] {
      for around in [{ $0 }, { .framed($0, title: "t") }, { .row([.text("a"), $0]) }, { .indented($0) }]
        as [(ScreenLayout) -> ScreenLayout]
      {
        let expected = around(layout).laidOut(width: width)
        #expect(around(cached).laidOut(width: width) == expected)
        #expect(around(cached).laidOut(width: width) == expected)
        #expect(around(cached).elements.map(\.id) == around(layout).elements.map(\.id))
      }
    }
  }

  @Test("A cached layout is made once for each width unless it has elements", arguments: [false, true])
  func once(hasElement: Bool) {
    var made = 0
    let cached = CachedLayout(
      .deferred {
        made += 1
        return hasElement ? .element(.button("b", label: "B") {}) : .text("text")
      })
    let layout = ScreenLayout.column([.cached(cached), .text("below")])
    for _ in 0..<3 { _ = layout.laidOut(width: 20) }
    #expect(made == (hasElement ? 3 : 1))
    _ = layout.laidOut(width: 30)
    #expect(made == (hasElement ? 4 : 2))
    let before = made
    #expect(layout.elements.count == (hasElement ? 1 : 0))
    #expect(made == before + (hasElement ? 1 : 0))
  }

  @Test("Elements of cached parts have unique names and show the focus")
  func elements() {
    let part = CachedLayout(.element(.button("b", label: "B") {}))
    let layout = ScreenLayout.column([.cached(part), .cached(part)])
    let plain = ScreenLayout.column([part.layout, part.layout])
    for focus in ["b", "b.2"] {
      let frame = layout.laidOut(width: 20, focus: LayoutFocus(focus))
      #expect(frame == plain.laidOut(width: 20, focus: LayoutFocus(focus)))
      #expect(frame.elements.map(\.id) == ["b", "b.2"])
    }
  }
}
