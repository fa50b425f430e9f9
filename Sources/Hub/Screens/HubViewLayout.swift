import FlowScreens

/// The layout of a view: title, header, body and overlays, one below the other.
struct HubViewLayout {
  private let view: HubViewModel
  private let components: HubComponentRegistry<Layout>
  private let select: (HubComponentModel) -> Void

  init(
    _ view: HubViewModel, _ components: HubComponentRegistry<Layout>, select: @escaping (HubComponentModel) -> Void
  ) {
    self.view = view
    self.components = components
    self.select = select
  }

  var layout: Layout {
    let title = view.navigationBarTitle.map { [Layout.text(StyledText($0, .bold, .underlined))] } ?? []
    let header = view.headerComponentModel.map { [layout(of: $0)] } ?? []
    let body = view.bodyComponentModels.map { layout(of: $0) }
    let overlays = view.overlayComponentModels.map { Layout.framed(layout(of: $0)) }
    return .column(title + header + body + overlays, spacing: 1)
  }

  private func layout(of component: HubComponentModel) -> Layout {
    components.component(for: component, selected: select)
  }
}
