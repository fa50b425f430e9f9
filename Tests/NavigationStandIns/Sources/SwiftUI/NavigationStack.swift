// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct NavigationStack<Data, Root: View>: View, PrimitiveView {
  private let path: Binding<Data>
  private let root: Root
  private let elements: (Data) -> [AnyHashable]
  private let withoutLast: (Data, Int) -> Data

  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
  {
    self.path = path
    self.root = root()
    elements = { $0.map { AnyHashable($0) } }
    withoutLast = { Data($0.dropLast($1)) }
  }

  public var body: Never { fatalError("A primitive view has no body.") }

  func render(into screen: Screen) {
    let first = Screen()
    root.rendered(into: first)
    screen.stack = [first.text]
    for element in elements(path.wrappedValue) {
      let page = Screen()
      first.destination?(element, page)
      screen.stack.append(page.text)
    }
    screen.goBack = { path.wrappedValue = withoutLast(path.wrappedValue, $0) }
  }
}

struct Modified<Content: View>: View, PrimitiveView {
  let content: Content
  let modify: @MainActor (Screen) -> Void

  var body: Never { fatalError("A primitive view has no body.") }

  func render(into screen: Screen) {
    content.rendered(into: screen)
    modify(screen)
  }
}

extension View {
  public func navigationDestination<Data: Hashable, Destination: View>(
    for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> Destination
  ) -> some View {
    Modified(content: self) { screen in
      screen.destination = { element, page in
        if let element = element as? Data { destination(element).rendered(into: page) }
      }
    }
  }

  public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    Modified(content: self) { screen in
      guard let shown = item.wrappedValue else { return }
      let sheet = Screen()
      content(shown).rendered(into: sheet)
      screen.sheet = sheet.text
      screen.dismiss = {
        item.wrappedValue = nil
        onDismiss?()
      }
    }
  }
}
