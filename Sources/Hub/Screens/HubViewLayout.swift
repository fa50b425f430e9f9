import FlowScreens

/// The layout of a view: title, header, body and overlays, one below the other.
struct HubViewLayout {
  private let view: HubViewModel
  private let components: HubComponentRegistry<ScreenLayout>
  private let select: (HubComponentModel) -> Void

  init(
    _ view: HubViewModel, _ components: HubComponentRegistry<ScreenLayout>,
    select: @escaping (HubComponentModel) -> Void
  ) {
    self.view = view
    self.components = components
    self.select = select
  }

  var layout: ScreenLayout {
    let title = view.navigationBarTitle.map { [ScreenLayout.heading(StyledText($0))] } ?? []
    let header = view.headerComponentModel.map { [layout(of: $0)] } ?? []
    let body = view.bodyComponentModels.map { layout(of: $0) }
    let overlays = view.overlayComponentModels.map { ScreenLayout.framed(layout(of: $0)) }
    return .column(title + header + body + overlays, spacing: 1)
  }

  private func layout(of component: HubComponentModel) -> ScreenLayout {
    components.component(for: component, selected: select)
  }
}
