#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that shows the pages of a run in a `NavigationStack`, and its presented page in a sheet.
  ///
  /// The first page is the root. The system's back button and swipe take the run back:
  ///
  ///     struct SignUpView: View {
  ///       @State private var pages = FlowPages<Page>()
  ///
  ///       var body: some View {
  ///         FlowNavigationStack(pages) { page in
  ///           switch page {
  ///           case .name: NameView { pages.complete(.name, with: $0) }
  ///           case .email: EmailView(name: pages.content(of: .email)) { pages.complete(.email, with: $0) }
  ///           }
  ///         }
  ///         .task { signUp(pages) }
  ///       }
  ///     }
  ///
  /// With a `root`, the pages are pushed over it. When the user returns to it, the run ends as cancelled.
  public struct FlowNavigationStack<Page: Hashable & Sendable, Root: View, Content: View>: View {
    @Bindable private var pages: FlowPages<Page>
    private let path: ReferenceWritableKeyPath<FlowPages<Page>, [Page]>
    private let root: Root
    private let content: (Page) -> Content

    /// Creates a view whose root is the first page of the run.
    ///
    /// - Parameters:
    ///   - pages: The pages.
    ///   - content: Makes the view of a page.
    public init(_ pages: FlowPages<Page>, @ViewBuilder content: @escaping (Page) -> Content)
    where Root == FlowRootPage<Page, Content> {
      self.pages = pages
      path = \.pushed
      root = FlowRootPage(pages, content)
      self.content = content
    }

    /// Creates a view that shows the pages of the run over a view that isn't a page.
    ///
    /// - Parameters:
    ///   - pages: The pages.
    ///   - root: The view below all pages.
    ///   - content: Makes the view of a page.
    public init(
      _ pages: FlowPages<Page>, @ViewBuilder root: () -> Root, @ViewBuilder content: @escaping (Page) -> Content
    ) {
      self.pages = pages
      path = \.path
      self.root = root()
      self.content = content
    }

    /// The navigation stack.
    public var body: some View {
      NavigationStack(path: $pages[dynamicMember: path]) {
        root.navigationDestination(for: Page.self) { content($0) }
      }
      .sheet(item: $pages.presentedItem) { content($0.page) }
    }
  }

  /// The view of the first page of a run; nothing before the run has shown a page.
  public struct FlowRootPage<Page: Hashable & Sendable, Content: View>: View {
    private let pages: FlowPages<Page>
    private let content: (Page) -> Content

    init(_ pages: FlowPages<Page>, _ content: @escaping (Page) -> Content) {
      self.pages = pages
      self.content = content
    }

    /// The view of the page.
    public var body: some View {
      Group {
        if let page = pages.root { content(page) }
      }
    }
  }

  /// A presented page, as sheets identify it.
  struct PresentedPage<Page: Hashable & Sendable>: Identifiable {
    let page: Page

    var id: Page { page }
  }

  extension FlowPages {
    /// The presented page, for the binding of a sheet.
    var presentedItem: PresentedPage<Page>? {
      get { presented.map { PresentedPage(page: $0) } }
      set { presented = newValue?.page }
    }
  }
#endif
